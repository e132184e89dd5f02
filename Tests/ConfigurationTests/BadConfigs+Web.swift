extension BadConfigs {
  static let web = #"""
    web = true
    => 1: web is true; it must be a table, [web]

    [web]
    port = 80
    => 2: [web] has no key "port"

    [web]
    listen = "127.0.0.1"
    => 2: listen is the text "127.0.0.1"; it must be a list of texts, at least one, each "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = []
    => 2: listen is empty; it must be a list of texts, at least one, each "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = ["localhost"]
    => 2: "localhost" is not an address; write "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = ["::1"]
    => 2: "::1" is not an address; write "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = ["[::1]:0"]
    => 2: "[::1]:0" is not an address; write "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = ["127.0.0.1:+80"]
    => 2: "127.0.0.1:+80" is not an address; write "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = ["127.0.0.1:65536"]
    => 2: "127.0.0.1:65536" is not an address; write "ADDRESS" or "ADDRESS:PORT", an address of IPv6 in brackets

    [web]
    listen = ["127.0.0.1", "127.0.0.1"]
    => 2: 127.0.0.1 is listed twice; list it once

    [web]
    pairing = false
    listen = ["127.0.0.1", "0.0.0.0"]
    => 3: nobody could log in; set password_file or token_file, or remove pairing = false, or listen at 127.0.0.1 only and remove names and proxy

    [web]
    pairing = false
    proxy = ["127.0.0.1"]
    => 2: nobody could log in; set password_file or token_file, or remove pairing = false, or listen at 127.0.0.1 only and remove names and proxy

    [web]
    password_file = "/usr/nowhere"
    listen = ["0.0.0.0"]
    pairing = false
    => 2: password_file is "/usr/nowhere"; there is no such file; check the path

    [web]
    password_file = "/usr/nowhere"
    => 2: password_file is "/usr/nowhere"; there is no such file; check the path

    [web]
    token_file = 1
    => 2: token_file names no file; it must be the path of a file with the token, and not the token itself

    [web]
    certificate = "/etc/hostname"
    => 2: certificate needs key: the path of a PEM file

    [web]
    key = "/etc/hostname"
    => 2: key needs certificate: the path of a PEM file

    [web]
    names = ["http://desk"]
    => 2: "http://desk" is not a host name; write a name of this machine without a port: "desk.example.org"

    [web]
    names = ["desk:80"]
    => 2: "desk:80" is not a host name; write a name of this machine without a port: "desk.example.org"

    [web]
    proxy = ["127.0.0.1:80"]
    => 2: "127.0.0.1:80" is not an address; write a numeric address without a port: "127.0.0.1" or "::1"

    [web]
    proxy = ["10.0.0.0/8"]
    => 2: "10.0.0.0/8" is not an address; write a numeric address without a port: "127.0.0.1" or "::1"

    [web]
    view_only = "yes"
    => 2: view_only is the text "yes"; it must be true or false
    """#
}
