declare global {
  /** The hash of the sources. The build fills it in. */
  const __BUILD__: string;
}

export const worker = globalThis as unknown as ServiceWorkerGlobalScope;
export const BUILD = __BUILD__;
