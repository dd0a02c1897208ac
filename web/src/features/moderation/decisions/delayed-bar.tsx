import * as words from '#words/moderation';
import { useEffect, useState } from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import { useStore } from '../../../lib/store.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { ActNews } from './act-news.tsx';
import { delayedActs, isUnderWay, type DelayedAct } from './delayed-acts.ts';
import { takeBack } from './take-back.ts';

const SECOND_MS = 1_000;
/** The shown second is at most this late. */
const TICK_MS = 250;

/**
 * The acts that wait, each with a way to take it back, and those that were not sent as expected. The bar stays at the bottom of
 * the window.
 */
export function DelayedBar() {
  const acts = useStore(delayedActs);
  const newest = acts.findLast(({ state }) => state === 'waiting');
  return (
    <>
      {/* Screen readers read it once, and not each second. */}
      <Announcement>{newest && words.willBeSentSoon(newest)}</Announcement>
      {acts.length > 0 && (
        <ul
          aria-label={words.decisionsUnderWay}
          className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar)+0.75rem)] z-40 mx-auto flex w-full max-w-md flex-col gap-2 px-3"
        >
          {acts.map((act) => (
            <li
              key={act.key}
              className="pointer-events-auto animate-appear overflow-hidden rounded-card bg-raised shadow-float"
            >
              {isUnderWay(act) ? <UnderWay act={act} /> : <ActNews act={act} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function UnderWay({ act }: { act: DelayedAct }) {
  const { state, dueAt } = act;
  const isWaiting = state === 'waiting';
  return (
    <>
      <div className="flex items-center gap-3 px-4 py-2.5">
        <p className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{words.actAbout(act)}</span>
          <span aria-hidden className="nums block text-meta text-muted">
            {isWaiting ? <Countdown dueAt={dueAt} /> : words.sending}
          </span>
        </p>
        {isWaiting ? (
          <Button
            variant="secondary"
            size="sm"
            aria-label={words.undoAct(act)}
            aria-keyshortcuts="u"
            onClick={() => takeBack(act)}
          >
            {words.undo}
          </Button>
        ) : (
          <Spinner />
        )}
      </div>
      {isWaiting && <RunningOut dueAt={dueAt} />}
    </>
  );
}

/** The seconds that are left. */
function Countdown({ dueAt }: { dueAt: number }) {
  const [now, setNow] = useState(wallClock);
  useEffect(() => {
    const timer = setInterval(() => setNow(wallClock()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return words.isSentIn({ seconds: Math.max(1, Math.ceil((dueAt - now) / SECOND_MS)) });
}

/** A line that becomes shorter. People who want less motion have only the seconds. */
function RunningOut({ dueAt }: { dueAt: number }) {
  const [duration] = useState(() => Math.max(0, dueAt - wallClock()));
  return (
    <div
      aria-hidden
      ref={(line) => {
        // A DOM without animations shows a whole line.
        line?.animate?.([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
          duration,
          fill: 'forwards',
        });
      }}
      className="h-0.5 origin-left bg-accent motion-reduce:hidden rtl:origin-right"
    />
  );
}
