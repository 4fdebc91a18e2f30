# A service provider on ruby-saml, as its documentation has it: ruby with_ruby_saml.rb PORT METADATA ENTITY [SNIPPET].
# SNIPPET is a file with what `mockidp snippet ruby-saml` prints, in the place of the settings here.
require "cgi"
require "securerandom"
require "webrick"
require "onelogin/ruby-saml"

port, metadata, entity, snippet = ARGV
if snippet
  eval(File.read(snippet))
else
  settings = OneLogin::RubySaml::IdpMetadataParser.new.parse(File.read(metadata))
  settings.sp_entity_id = entity
  settings.assertion_consumer_service_url = "http://localhost:#{port}/acs"
  settings.security[:want_assertions_signed] = true
end
SETTINGS = settings
SESSIONS = Hash.new { |all, key| all[key] = {} }

# The session of a browser, by its cookie.
def session(request, response)
  known = request.cookies.find { |cookie| cookie.name == "session" && SESSIONS.key?(cookie.value) }
  key = known ? known.value : SecureRandom.hex(16)
  response.cookies << WEBrick::Cookie.new("session", key)
  SESSIONS[key]
end

server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: port.to_i, AccessLog: [], Logger: WEBrick::Log.new($stderr, WEBrick::Log::WARN))
server.mount_proc("/login") do |request, response|
  asked = OneLogin::RubySaml::Authrequest.new
  address = asked.create(SETTINGS, RelayState: "/me")
  session(request, response)[:request] = asked.uuid
  response.set_redirect(WEBrick::HTTPStatus::Found, address)
end
server.mount_proc("/acs") do |request, response|
  visitor = session(request, response)
  taken = OneLogin::RubySaml::Response.new(request.query["SAMLResponse"].to_s, settings: SETTINGS, matches_request_id: visitor.delete(:request))
  if taken.is_valid?
    visitor[:user] = taken.nameid.to_s
    response.set_redirect(WEBrick::HTTPStatus::Found, "/me")
  else
    response.status = 403
    response.body = CGI.escapeHTML(taken.errors.join(" "))
  end
rescue OneLogin::RubySaml::ValidationError => error
  response.status = 403
  response.body = CGI.escapeHTML(error.message)
end
server.mount_proc("/me") do |request, response|
  user = session(request, response)[:user]
  response.status = user ? 200 : 403
  response.content_type = "text/html; charset=utf-8"
  response.body = user ? "<p>Hello #{CGI.escapeHTML(user)}</p>" : "<p>Nobody is signed in.</p>"
end
trap("TERM") { server.shutdown }
server.start
