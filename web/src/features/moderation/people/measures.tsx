import * as words from '#words/moderation';
import type { PersonHistory } from '@roost/contract/moderation';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { outcomeLabels } from '../labels.ts';

/** The measures that apply to a person now. Empty without a measure. */
export function Measures({ measures }: Pick<PersonHistory, 'measures'>) {
  if (measures.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {measures.map(({ action, until }) => (
        <li
          key={action}
          className="rounded-full bg-sunk px-3 py-1 text-meta font-semibold text-danger-text"
        >
          {until
            ? words.measureUntil({ measure: outcomeLabels[action], time: briefTime(until) })
            : outcomeLabels[action]}
        </li>
      ))}
    </ul>
  );
}
