import { clsx } from 'clsx';
import { use, useRef } from 'react';
import { exactTime } from '../../../lib/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { CallSlotsContext } from '../call-slots.ts';
import type { Participant } from '../conversations/other-participant.ts';
import { MarkIcon, markNames } from '../marks/mark-icon.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessagePictures } from './message-pictures.tsx';
import { MessageText } from './message-text.tsx';
import { discard, retry } from '../outbox/outbox.ts';
import { dayLabel, timeLabel, type ThreadRow } from '../message-list/thread-rows.ts';
import { useLongPress } from './use-long-press.ts';

interface MessageLineProps {
  row: ThreadRow;
  person: Participant;
  today: number;
  canCall: boolean;
}

/** One message, and what is said above it. */
export function MessageLine({ row, person, today, canCall }: MessageLineProps) {
  return (
    <div className={clsx('px-4', row.startsGroup ? 'pt-3' : 'pt-0.5', row.showsTime && 'pb-1')}>
      {row.startsDay && (
        <p className="pt-2 pb-4 text-center text-meta font-medium text-muted">
          <time dateTime={row.createdAt}>{dayLabel(row.createdAt, today)}</time>
        </p>
      )}
      {row.startsUnread && (
        <p className="mb-3 flex items-center gap-3 text-meta font-semibold text-accent-text before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
          New messages
        </p>
      )}
      {row.isCall ? (
        <CallLine row={row} person={person} canCall={canCall} />
      ) : (
        <Bubble row={row} person={person} />
      )}
    </div>
  );
}

/** What became of a call, and where nobody talked a way to another one. */
function CallLine({ row, person, canCall }: Omit<MessageLineProps, 'today'>) {
  const calls = use(CallSlotsContext);
  const call = row.message?.call;
  const callBack = canCall && call && call.outcome !== 'answered' && calls?.callBack;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 py-1 text-center text-meta text-muted">
      <p className="[overflow-wrap:anywhere]">
        {row.content} · {timeLabel(row.createdAt)}
      </p>
      {callBack && callBack(person, call.media, row.isOwn)}
    </div>
  );
}

function Bubble({ row, person }: Pick<MessageLineProps, 'row' | 'person'>) {
  const { isOwn, content, media, message, queued, createdAt } = row;
  const line = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() =>
    line.current?.querySelector<HTMLElement>('[data-message-menu]')?.click(),
  );
  return (
    <article
      aria-label={`${isOwn ? 'You' : person.fullName}, ${timeLabel(createdAt)}`}
      className={clsx('flex gap-2', isOwn && 'flex-row-reverse')}
    >
      {!isOwn && (
        <span className="flex w-7 shrink-0 items-end">
          {row.endsGroup && (
            <Avatar user={person} size={28} className={clsx(row.showsTime && 'mb-6')} />
          )}
        </span>
      )}
      <div
        className={clsx('flex min-w-0 flex-1 flex-col gap-1', isOwn ? 'items-end' : 'items-start')}
      >
        <div
          ref={line}
          className={clsx(
            'group/line flex max-w-full items-center gap-1',
            isOwn && 'flex-row-reverse',
          )}
        >
          <div
            {...longPress}
            title={exactTime(createdAt)}
            className={clsx(
              'flex min-w-0 max-w-76 flex-col gap-1 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
              isOwn ? 'items-end' : 'items-start',
            )}
          >
            {media.length > 0 && (
              <MessagePictures
                messageId={row.key}
                conversationId={message?.conversationId ?? ''}
                media={media}
                name={isOwn ? 'your message' : person.fullName}
              />
            )}
            {content !== '' && (
              <div
                dir="auto"
                className={clsx(
                  'max-w-full rounded-dialog px-3.5 py-2 text-body whitespace-pre-wrap [overflow-wrap:anywhere]',
                  isOwn ? 'bg-accent text-on-accent' : 'bg-sunk text-text',
                  isOwn && !row.endsGroup && 'rounded-br-xs',
                  isOwn && !row.startsGroup && 'rounded-tr-xs',
                  !isOwn && !row.endsGroup && 'rounded-bl-xs',
                  !isOwn && !row.startsGroup && 'rounded-tl-xs',
                )}
              >
                <MessageText content={content} />
              </div>
            )}
          </div>
          {message && <MessageMenu message={message} isOwn={isOwn} />}
        </div>
        {row.showsTime && (
          <p className="nums flex items-center gap-1 px-1 text-meta text-muted">
            <time dateTime={createdAt}>{timeLabel(createdAt)}</time>
            {row.mark && <MarkIcon mark={row.mark} />}
          </p>
        )}
        {/* Where nothing is written for the eye it still is for the ear. */}
        {!row.showsTime && row.mark && <span className="sr-only">{markNames[row.mark]}</span>}
        {queued?.problem && <Refusal clientId={queued.clientId} problem={queued.problem} />}
      </div>
    </article>
  );
}

/** The server would not have it; what becomes of it is the person's to say. */
function Refusal({ clientId, problem }: { clientId: string; problem: string }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 pb-1 text-meta">
      <span className="text-danger-text [overflow-wrap:anywhere]">{problem}</span>
      <span className="flex gap-2">
        <Button size="sm" variant="secondary" onClick={() => retry(clientId)}>
          Retry
        </Button>
        <Button size="sm" variant="ghost" onClick={() => discard(clientId)}>
          Delete
        </Button>
      </span>
    </div>
  );
}
