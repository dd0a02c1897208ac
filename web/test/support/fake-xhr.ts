import { server } from './fake-server.ts';

/** Stands in for the browser's `XMLHttpRequest`, which the app uses for uploads. Reports one step of progress. */
export class FakeXhr extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #method = 'GET';
  #url = '';

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(): void {}

  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }

  send(body: BodyInit | null): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }));
    void server.fetch(this.#url, { method: this.#method, body }).then(async (response) => {
      this.status = response.status;
      this.responseText = await response.text();
      this.dispatchEvent(new Event('load'));
      this.dispatchEvent(new Event('loadend'));
    });
  }
}
