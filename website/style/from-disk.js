// For those who open the site from a disk, where a browser runs no worker and shows a folder as a list of its files.
if (location.protocol === "file:") {
  // The search's worker runs in a frame, which hears and says the same messages.
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #ready = new Promise(resolve => this.#frame.addEventListener("load", resolve, { once: true }));

    constructor(address) {
      super();
      this.#frame.hidden = true;
      this.#frame.title = "Search";
      this.#frame.answer = data => this.dispatchEvent(new MessageEvent("message", { data }));
      this.#frame.srcdoc = `<script>window.postMessage = data => frameElement.answer(data)<\/script><script src="${address}"><\/script>`;
      document.body.append(this.#frame);
    }

    postMessage(data) {
      this.#ready.then(() => this.#frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
  };

  // A link to a folder means the page in it.
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href]");
    if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  }, true);
}
