import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import { vi, type Mock } from 'vitest';

type Listener = (...payload: never[]) => void;
/** `ok: true` may carry data, such as the stored message. */
type Answer =
  | { ok: true; message?: unknown; signal?: string }
  | { ok: false; message: string; code: string };
type Handle<Name extends keyof ClientEvents> = (
  ...payload: Parameters<ClientEvents[Name]>
) => Answer;

/** Events that the app sends by itself. Only a test about them needs an answer. */
const silent = ['addUser', 'userOffline', 'ping', 'feedOpened', 'feedClosed'];

/**
 * The server's end of the main socket. `io` stands in for the library in the app. An event without an answer makes the
 * test fail.
 */
class FakeSocket {
  readonly #handles = new Map<string, (...payload: never[]) => Answer>();
  #listeners: [name: string, listener: Listener][] = [];
  #anyListeners: ((name: string, payload: unknown) => void)[] = [];
  #isConnected = false;
  unexpected: string[] = [];

  /** Answers a client event from now on. Returns a mock that records the payloads. */
  answer<Name extends keyof ClientEvents>(name: Name, handle: Handle<Name>): Mock<Handle<Name>> {
    const mock = vi.fn(handle);
    this.#handles.set(name, mock as unknown as (...payload: never[]) => Answer);
    return mock;
  }

  /** Sends a server event to the app. */
  send<Name extends keyof ServerEvents>(
    name: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ): void {
    for (const listener of this.#anyListeners) listener(name, payload[0]);
  }

  reset(): void {
    this.#handles.clear();
    this.unexpected = [];
  }

  /** The app's end, with the library's methods that the app uses. */
  readonly io = () => {
    // The app subscribes first.
    queueMicrotask(() => this.#connect());
    const on = (name: string, listener: Listener) => this.#listeners.push([name, listener]);
    const app = {
      on,
      onAny: (listener: (name: string, payload: unknown) => void) =>
        this.#anyListeners.push(listener),
      emit: (name: string, ...payload: unknown[]) => void this.#receive(name, payload),
      timeout: () => ({
        emit: (name: string, ...rest: unknown[]) => {
          const answered = rest.pop() as (error: null, answer: Answer) => void;
          const answer = this.#receive(name, rest);
          queueMicrotask(() => answered(null, answer));
        },
      }),
      connect: () => this.#connect(),
      disconnect: () => this.#disconnect(),
      io: { on, off() {} },
    };
    return Object.defineProperty(app, 'connected', { get: () => this.#isConnected });
  };

  #connect(): void {
    this.#isConnected = true;
    for (const [name, listener] of this.#listeners) if (name === 'connect') listener();
  }

  #disconnect(): void {
    this.#isConnected = false;
    this.#listeners = [];
    this.#anyListeners = [];
  }

  #receive(name: string, payload: unknown[]): Answer {
    const handle = this.#handles.get(name);
    if (handle) return handle(...(payload as never[]));
    if (!silent.includes(name)) this.unexpected.push(name);
    return { ok: true };
  }
}

export const socket = new FakeSocket();
