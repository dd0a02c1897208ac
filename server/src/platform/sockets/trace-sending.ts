import type { Traces } from '../../kernel/ports.ts';

/**
 * Sends events to sockets as a part of the span that caused them. Events without a cause, such as those of timers, are no spans. With
 * several causes, the span belongs to the first one and has links to the others. `namesOf` is called only if there is a span.
 */
export function traceSending<T>(
  traces: Traces | null,
  namesOf: () => Iterable<string>,
  [cause, ...links]: readonly string[],
  send: () => T,
): T {
  if (!traces || cause === undefined) return send();
  const facts = { 'roost.events': [...new Set(namesOf())].join(' ') };
  const span = traces.begin('send to sockets', { kind: 'producer', parent: cause, facts, links });
  try {
    const sent = span.run(send);
    if (sent instanceof Promise)
      void sent.then(
        () => span.end(),
        (error: unknown) => span.end({}, error),
      );
    else span.end();
    return sent;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}

/** The running span, if there is one. */
export function causes(traces: Traces | null): readonly string[] {
  const running = traces?.current();
  return running === undefined ? NONE : [running];
}
const NONE: readonly string[] = [];
