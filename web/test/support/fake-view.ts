import { vi } from 'vitest';

/** Puts every observed element fully into view, because jsdom lays nothing out. Call it before the first render of a file. */
export function showEverythingInView(): void {
  class Observer {
    readonly #report: (entries: Partial<IntersectionObserverEntry>[]) => void;
    constructor(report: (entries: Partial<IntersectionObserverEntry>[]) => void) {
      this.#report = report;
    }
    observe(target: Element): void {
      queueMicrotask(() => this.#report([{ target, intersectionRatio: 1, isIntersecting: true }]));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
}

/** Lets videos and animated pictures play by themselves. Other tests prefer reduced motion. */
export function allowMotion(): void {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(pointer: fine)' }),
  );
}
