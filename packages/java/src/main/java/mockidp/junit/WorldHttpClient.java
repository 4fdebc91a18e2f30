package mockidp.junit;

import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** The JDK's client, whose requests reach one world under whichever name of the server. A host outside this machine is refused. */
final class WorldHttpClient extends HttpClient {
    private final HttpClient inner;
    private final MockIdPWorld world;

    WorldHttpClient(MockIdPWorld world, HttpClient inner) {
        this.world = world;
        this.inner = inner;
    }

    private HttpRequest led(HttpRequest request) throws ConnectException {
        if (!world.server().answers(request.uri())) {
            if (Names.isThisMachine(request.uri().getHost())) {
                return request;
            }
            throw foreign(request.uri().getHost());
        }
        if (!world.server().answersPath(request.uri())) {
            throw foreign(request.uri().getHost() + request.uri().getPath());
        }
        HttpRequest.Builder led = HttpRequest.newBuilder(request.uri()).expectContinue(request.expectContinue());
        led.method(request.method(), request.bodyPublisher().orElse(HttpRequest.BodyPublishers.noBody()));
        request.timeout().ifPresent(led::timeout);
        request.headers().map().forEach((name, values) -> values.forEach(value -> led.header(name, value)));
        world.server().headers(world.name()).forEach(led::setHeader);
        return led.build();
    }

    private static ConnectException foreign(String host) {
        return new ConnectException(host + " is not a host that mockidp answers, and tests with it do not leave this machine.");
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException, InterruptedException {
        return inner.send(led(request), handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushed) {
        try {
            return inner.sendAsync(led(request), handler, pushed);
        } catch (ConnectException error) {
            return CompletableFuture.failedFuture(error);
        }
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return inner.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return inner.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return inner.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return inner.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return inner.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return inner.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return inner.authenticator();
    }

    @Override
    public Version version() {
        return inner.version();
    }

    @Override
    public Optional<Executor> executor() {
        return inner.executor();
    }
}
