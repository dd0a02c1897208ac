import * as words from '#words/ui';
import { Fragment } from 'react';
import type { KeySequence } from '../lib/keys/key-names.ts';

export interface KeyEntry {
  keys: KeySequence;
  meaning: string;
}

/** Keys and what they do, under a heading. */
export function KeyList({ title, entries }: { title: string; entries: readonly KeyEntry[] }) {
  return (
    <section>
      <h3 className="mb-2 text-meta font-semibold text-muted">{title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        {entries.map(({ keys, meaning }) => (
          <div key={meaning} className="contents">
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys of a command, as they are on the keyboard. */
export function Keys({ keys }: { keys: KeySequence }) {
  return (
    <span className="inline-flex items-center gap-1 text-meta whitespace-nowrap">
      {keys.map((chord, index) => (
        <Fragment key={chord.join('+')}>
          {index > 0 && <span className="text-muted">{words.then}</span>}
          {/* The first key of a chord is on the left, as on a keyboard of each language. */}
          <span dir="ltr" className="inline-flex gap-1">
            {chord.map((key) => (
              <kbd
                key={key}
                className="inline-flex h-5.5 min-w-5.5 items-center justify-center rounded-xs border border-control px-1.5 font-sans font-medium"
              >
                {key}
              </kbd>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
