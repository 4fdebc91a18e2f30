extension Refusal {
}
