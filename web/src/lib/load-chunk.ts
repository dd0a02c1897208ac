import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react';
import { CHUNK_TIMEOUT_MS } from './constants.ts';

/** A part of the app itself that could not be fetched: a new version was deployed, or the line is down. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

type LazyPart<Props> = FunctionComponent<Props> & {
  /** Starts the fetch before it is rendered. */
  preload: () => void;
  /** The same; resolves when that is over, however it went. */
  fetched: () => Promise<void>;
};

/** Starts anew those that failed, which React by itself never does. */
const failed = new Set<() => void>();

/** Before drawing again what a part was missing from. */
export function retryFailedParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Like React's `lazy`, with the time limit and the error of spec §8–9. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  /** Where it is there before it is drawn first, it is drawn without any wait, and without what stands for it. */
  let there: ComponentType<Props> | undefined;
  const start = () => {
    loading ??= loadChunk(load).then(
      (component) => (there = component),
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
  /** What it is drawn as; once it is drawn it stays that, or it would begin anew. */
  let current: ComponentType<Props> | undefined;
  const Part = (props: Props) => createElement((current ??= there ?? lazily()), props);
  const isOver = async () => {
    try {
      await start();
    } catch {
      // Said where it is drawn.
    }
  };
  return Object.assign(Part, { preload: () => void isOver(), fetched: isOver });
}

export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError('Loading took too long.')),
      CHUNK_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError('This part of Roost could not be loaded.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
