import * as words from '#words/lib';
import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react';

const CHUNK_TIMEOUT_MS = 120_000;

/** The browser could not fetch a part of the app, because of a new deployment or a lost connection. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly wasOffline = !navigator.onLine;
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Starts the fetch before the first render. */
  preload: () => void;
  /** Also starts the fetch. Resolves when it ends, with success or failure. */
  fetched: () => Promise<void>;
  /** Whether it renders at once. */
  isLoaded: () => boolean;
};

/** Resets one failed part each, because React never loads a failed part again. */
const failed = new Set<() => void>();

/** Call this before you render failed parts again. */
export function retryFailedParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Like React's `lazy`, with a time limit and an error message. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  /** A part that is loaded before its first render appears at once, without the Suspense fallback. */
  let loaded: ComponentType<Props> | undefined;
  const start = () => {
    loading ??= loadChunk(load).then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const lazily = () =>
    lazy(async () => {
      try {
        return { default: await start() };
      } catch (error) {
        failed.add(() => (current = undefined));
        throw error;
      }
    }) as ComponentType<Props>;
  /** The rendered component. It never changes after the first render, because React would mount it again. */
  let current: ComponentType<Props> | undefined;
  const Part = (props: Props) => createElement((current ??= loaded ?? lazily()), props);
  const fetched = async () => {
    try {
      await start();
    } catch {
      // The render shows the error.
    }
  };
  const isLoaded = () => loaded !== undefined;
  return Object.assign(Part, { preload: () => void fetched(), fetched, isLoaded });
}

export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(words.loadingTookTooLong)),
      CHUNK_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError(words.thisPartCouldNotBeLoaded, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
