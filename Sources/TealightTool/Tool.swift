@main enum Tool { static func main() {} }
