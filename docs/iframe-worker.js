// Search in a page that was opened from the disk: browsers start no worker there, so its script runs in a hidden frame.
(() => {
  if (location.protocol !== "file:") return;
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      const base = new URL(url, document.baseURI);
      const load = (source) => new Promise((done, failed) => {
        const script = inside.document.createElement("script");
        script.src = new URL(source, base).href;
        script.onload = done;
        script.onerror = () => failed(new Error(`${source} cannot be loaded`));
        inside.document.body.append(script);
      });
      this.deliver = (data) => inside.dispatchEvent(new MessageEvent("message", { data }));
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      inside.importScripts = (...sources) => sources.reduce((before, one) => before.then(() => load(one)), Promise.resolve());
      load(base.href).then(() => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach(this.deliver);
      });
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else setTimeout(() => this.deliver(data));
    }
    terminate() {}
  };
})();
