import * as words from '#words/moderation';
import type { CaseSignals } from '@roost/contract/moderation';
import { briefTime } from '../../../lib/format/relative-time.ts';

/** The signs of spam in a case, with its numbers. Absent if nothing does. */
export function Signals({ signals }: { signals: CaseSignals }) {
  const lines = linesOf(signals);
  if (lines.length === 0) return null;
  return (
    <section aria-label={words.signals} className="mx-4 mb-4 rounded-card bg-sunk px-4 py-3">
      <h3 className="mb-1 text-meta font-semibold text-muted">{words.signals}</h3>
      <ul className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function linesOf({ heldUntil, isNew, isUnverified, links, text, network }: CaseSignals): string[] {
  return [
    heldUntil !== null && words.heldUntil({ time: briefTime(heldUntil) }),
    isNew && words.theAccountIsNew,
    isUnverified && words.theAddressIsNotVerified,
    text && words.textWasWrittenOften(text),
    network && words.accountsFromTheSameRange({ count: network.accounts }),
    links > 0 && words.linksInTheText({ count: links }),
  ].filter((line) => typeof line === 'string');
}
