extension Snippet {
  static let curl = Snippet(name: "curl", summary: "curl, for a token of the app itself and a call to Graph") { facts in
    """
    token=$(curl --fail --silent --cacert '\(facts.bundle)' \\
      --data client_id='\(facts.daemon.clientID)' \\
      --data-urlencode client_secret='\(facts.daemon.secretText)' \\
      --data grant_type=client_credentials \\
      --data-urlencode scope=https://graph.microsoft.com/.default \\
      '\(facts.authority)/oauth2/v2.0/token' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
    curl --fail --silent --cacert '\(facts.bundle)' \\
      --header "Authorization: Bearer $token" '\(facts.graph)/users'

    """
  }
}
