import * as words from '#words/admin';
import type { AdminJob } from '@roost/contract/admin';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sentence } from '../../../ui/sentence.tsx';

/** When a job runs, and how its tries went. */
const stateTexts: Record<AdminJob['state'], (tries: { attempts: number; of: number }) => string> = {
  waiting: () => words.waiting,
  running: () => words.running,
  retrying: words.triesAgain,
  failed: words.gaveUp,
};

/** One job. Its content is secret, so only its name and its tries show. */
export function JobRow({ job }: { job: AdminJob }) {
  const { _id, name, state, attempts, maxAttempts, runAt, createdAt, lastError } = job;
  const isPast = state === 'failed' || state === 'running';
  return (
    <li className="border-b border-line px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</strong>
        <span
          className={state === 'failed' ? 'text-meta text-danger-text' : 'text-meta text-muted'}
        >
          {stateTexts[state]({ attempts, of: maxAttempts })}
        </span>
      </p>
      <p className="text-meta text-muted">
        <Sentence
          parts={words.jobAddedAt({ id: _id, time: <RelativeTime key="time" iso={createdAt} /> })}
        />
        {!isPast && (
          <>
            {' · '}
            {words.nextTry({ time: briefTime(runAt) })}
          </>
        )}
      </p>
      {state === 'failed' && (
        <p className="mt-1 text-meta">
          <code className="[overflow-wrap:anywhere]">{words.retryCommand({ id: _id })}</code>
        </p>
      )}
      {lastError !== null && (
        <pre
          // A long reason scrolls, so it needs the keyboard.
          tabIndex={0}
          role="region"
          aria-label={words.reasonOfJob({ id: _id })}
          className="mt-2 max-h-40 overflow-auto rounded-input bg-sunk px-3 py-2 text-meta whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {lastError}
        </pre>
      )}
    </li>
  );
}
