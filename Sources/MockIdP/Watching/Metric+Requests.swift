import HTTPServer
import Metrics

extension Metric {
  static let requests: [Metric] = [
    Metric(
      MetricFamily(
        "mockidp_requests", .counter,
        "Requests that were answered, the control API's among them; status is 'other' for one without a name"),
      labels: [
        "endpoint": "the endpoints of the journal, and `control`", "status": "HTTP statuses with a name, and `other`",
      ]
    ) { $0.parts.watch.meter.answerSamples },
    Metric(
      MetricFamily(
        "mockidp_request_duration_seconds", .histogram, unit: "seconds",
        "Time from the end of a request to its answer, without a delay that a rule asked for"),
      labels: ["endpoint": "as above"]
    ) { $0.parts.watch.meter.latencySamples },
    Metric(
      MetricFamily("mockidp_refusals", .counter, "Refusals that clients were told"),
      labels: [
        "code": "the [catalogue of refusals](errors.md), such as `AADSTS50076`, and the codes of Microsoft Graph"
      ]
    ) { $0.parts.watch.meter.refusalSamples },
    Metric(
      MetricFamily("mockidp_events", .counter, "Events of exchanges, such as tokens issued"),
      labels: ["event": "the [events of rules](scenarios.md#events), such as `token.issued`"]
    ) { $0.parts.watch.meter.eventSamples },
    Metric(MetricFamily("mockidp_rules_fired", .counter, "Rules that fired, in all worlds")) {
      $0.parts.watch.meter.ruleSamples
    },
    Metric(
      MetricFamily(
        "mockidp_failures", .counter,
        "Answers that the server failed to give by its own fault: its store, the cluster's PostgreSQL, a defect")
    ) { $0.parts.watch.meter.failureSamples },
  ]

  static let connections: [Metric] = [
    Metric(MetricFamily("mockidp_connections", .gauge, "Open connections, the far ends of tunnels among them")) {
      [MetricSample(.number(Double($0.connections.open)))]
    },
    Metric(MetricFamily("mockidp_connections_accepted", .counter, "Connections that were taken in")) {
      [MetricSample(.count($0.connections.accepted))]
    },
    Metric(
      MetricFamily(
        "mockidp_connections_refused", .counter, "Connections that were turned away, because there were too many")
    ) {
      [MetricSample(.count($0.connections.refused))]
    },
    Metric(
      MetricFamily(
        "mockidp_tls_handshakes_failed", .counter,
        "TLS handshakes that failed, most often because the client does not trust the certificate")
    ) {
      [MetricSample(.count($0.connections.failedHandshakes))]
    },
    Metric(
      MetricFamily(
        "mockidp_requests_unreadable", .counter,
        "Answers that no endpoint gave: to what is not an HTTP request, is too large or comes too slowly")
    ) {
      [MetricSample(.count($0.connections.ownAnswers))]
    },
    Metric(MetricFamily("mockidp_proxy_tunnels", .gauge, "Open tunnels of the forward proxy")) {
      [MetricSample(.number(Double($0.connections.tunnels)))]
    },
  ]
}
