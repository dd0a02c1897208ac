import { sessionNumber } from '../logout.ts';

interface LatestWins<Value, Outcome> {
  /** Shows the value as chosen, wherever it appears. */
  show: (value: Value) => void;
  send: (value: Value) => Promise<Outcome>;
  /** Receives the outcome of the last choice only. */
  report: (outcome: Outcome) => void;
}

/**
 * An optimistic setting: it shows every choice at once and sends the choices in order, so the server keeps the last.
 * If the last one fails, it shows the last value that was saved. After a logout it sends and shows nothing more.
 */
export function latestWins<Value, Outcome extends { isError: boolean }>({
  show,
  send,
  report,
}: LatestWins<Value, Outcome>): (chosen: Value, shown: Value) => Promise<void> {
  let saved: Value;
  let underway = 0;
  let sent = Promise.resolve();
  return (chosen, shown) => {
    if (underway === 0) saved = shown;
    underway += 1;
    const session = sessionNumber();
    show(chosen);
    sent = sent.then(async () => {
      const outcome = session === sessionNumber() ? await send(chosen) : undefined;
      underway -= 1;
      if (!outcome || session !== sessionNumber()) return;
      if (!outcome.isError) saved = chosen;
      if (underway > 0) return;
      if (outcome.isError) show(saved);
      report(outcome);
    });
    return sent;
  };
}
