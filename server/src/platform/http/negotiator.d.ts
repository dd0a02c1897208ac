// The library has no types of its own.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** The offered languages that the request accepts, the best first. */
    languages(offered: readonly string[]): string[];
  }
}
