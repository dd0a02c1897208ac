interface Choosing<Value, Outcome> {
  /** Shows it as chosen, wherever it is shown. */
  show: (value: Value) => void;
  send: (value: Value) => Promise<Outcome>;
  /** Only how the last choice went. */
  tell: (outcome: Outcome) => void;
}

/**
 * Shows every choice at once and sends them one after the other, so that the last is what the server keeps. Where the
 * last fails, what was saved before it is shown again: the one before it may have failed too.
 */
export function chooser<Value, Outcome extends { isError: boolean }>({
  show,
  send,
  tell,
}: Choosing<Value, Outcome>): (chosen: Value, shown: Value) => Promise<void> {
  let saved: Value;
  let underway = 0;
  let sent = Promise.resolve();
  return (chosen, shown) => {
    if (underway === 0) saved = shown;
    underway += 1;
    show(chosen);
    sent = sent.then(async () => {
      const outcome = await send(chosen);
      underway -= 1;
      if (!outcome.isError) saved = chosen;
      if (underway > 0) return;
      if (outcome.isError) show(saved);
      tell(outcome);
    });
    return sent;
  };
}
