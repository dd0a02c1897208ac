import * as words from '#words/moderation';
import type { ShownSubject } from '@roost/contract/moderation';
import { clsx } from 'clsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { PersonName } from '../person-name.tsx';
import { MarkedText } from './marked-text.tsx';
import type { TextPart } from './text-difference.ts';
import { VeiledMedia } from './veiled-media.tsx';

type Messages = Extract<ShownSubject, { type: 'message' }>['messages'];

/** A reported message, after those before it. */
export function MessageList({
  messages,
  parts,
}: {
  messages: Messages;
  /** The text of the reported message, which is the last one. */
  parts: readonly TextPart[];
}) {
  return (
    <ol className="flex flex-col gap-2">
      {messages.map(({ _id, sender, kind, content, media, createdAt }, index) => {
        const isReported = index === messages.length - 1;
        return (
          <li
            key={_id}
            className={clsx(
              'rounded-card border px-4 py-2.5',
              isReported ? 'border-control' : 'border-line bg-sunk',
            )}
          >
            <p className="mb-1 flex flex-wrap gap-x-2 text-meta text-muted">
              <PersonName person={sender} />
              <RelativeTime iso={createdAt} />
              {isReported && <strong className="text-text">{words.reportedMessage}</strong>}
            </p>
            {kind === 'call' ? (
              <p>{words.aCall}</p>
            ) : isReported ? (
              <MarkedText parts={parts} />
            ) : (
              <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                {content}
              </p>
            )}
            <VeiledMedia media={media} />
          </li>
        );
      })}
    </ol>
  );
}
