/**
 * What features tell each other of, after the transaction that caused it has been committed. Who listens is
 * written in app.ts.
 */
export interface DomainEvents {
  sessionsEnded: { sessionIds: string[] };
  mediaReady: { mediaId: string; ownerId: string };
}

export type DomainEvent = {
  [Name in keyof DomainEvents]: { name: Name } & DomainEvents[Name];
}[keyof DomainEvents];

type Listener<Name extends keyof DomainEvents> = (event: DomainEvents[Name]) => void;

export class EventBus {
  readonly #listeners = new Map<string, ((event: never) => void)[]>();

  on<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  deliver(event: DomainEvent): void {
    for (const listener of this.#listeners.get(event.name) ?? []) listener(event as never);
  }
}
