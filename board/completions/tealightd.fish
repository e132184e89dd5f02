# Completion of tealightd(8) for fish.
complete -c tealightd -f
complete -c tealightd -l config -r -F -d 'Read this file'
complete -c tealightd -l display -x -a 'terminal web png: json panels memory' -d 'Show the picture there'
complete -c tealightd -l blank -d 'Clear the configured panels and exit'
complete -c tealightd -l version -d 'Print the version'
complete -c tealightd -l help -d 'Print a short help'
