import * as words from '#words/chat';
import { clsx } from 'clsx';
import { use, useRef } from 'react';
import { exactTime } from '../../../lib/format/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CallSlotsContext } from '../call-slots.ts';
import type { Participant } from '../conversations/other-participant.ts';
import { StatusIcon, statusLabels } from '../message-list/status-icon.tsx';
import { isJumbo } from './is-jumbo.ts';
import { MessageMenu } from './message-menu.tsx';
import { MessagePictures } from './message-pictures.tsx';
import { MessageText } from './message-text.tsx';
import { cancelItem, retry } from '../../compose/outbox/outbox.ts';
import { hasSendablePart, isLocal } from '../../compose/outbox/outbox-rules.ts';
import type { Queued } from '../outbox/message-outbox.ts';
import { dayLabel, timeLabel, type ThreadRow } from '../message-list/thread-rows.ts';
import { UploadOverlay } from './upload-overlay.tsx';
import { useLongPress } from './use-long-press.ts';

interface MessageRowProps {
  row: ThreadRow;
  person: Participant;
  today: number;
  canCall: boolean;
}

/** One message, with the day and "New messages" separators above it. */
export function MessageRow({ row, person, today, canCall }: MessageRowProps) {
  return (
    <div className={clsx('px-4', row.startsGroup ? 'pt-3' : 'pt-0.5', row.showsTime && 'pb-1')}>
      {row.startsDay && (
        <p className="pt-2 pb-4 text-center text-meta font-medium text-muted">
          <time dateTime={row.createdAt}>{dayLabel(row.createdAt, today)}</time>
        </p>
      )}
      {row.startsUnread && (
        <p className="mb-3 flex items-center gap-3 text-meta font-semibold text-accent-text before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
          {words.newMessages}
        </p>
      )}
      {row.isCall ? (
        <CallRow row={row} person={person} canCall={canCall} />
      ) : (
        <Bubble row={row} person={person} />
      )}
    </div>
  );
}

/** The outcome of a call. After an unanswered call, a button calls back. */
function CallRow({ row, person, canCall }: Omit<MessageRowProps, 'today'>) {
  const calls = use(CallSlotsContext);
  const call = row.message?.call;
  const callBack = canCall && call && call.outcome !== 'answered' && calls?.callBack;
  const line = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() =>
    line.current?.querySelector<HTMLElement>('[data-message-menu]')?.click(),
  );
  return (
    <div
      ref={line}
      {...longPress}
      className="group/line relative flex flex-wrap items-center justify-center gap-x-3 gap-y-1 px-10 py-1 text-center text-meta text-muted pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
    >
      <p className="[overflow-wrap:anywhere]">
        {words.callAt({ call: row.content, time: timeLabel(row.createdAt) })}
      </p>
      {callBack && callBack(person, call.media, row.isOwn)}
      {row.message && (
        <span className="absolute inset-y-0 end-0 flex items-center">
          <MessageMenu message={row.message} isOwn={row.isOwn} person={person} />
        </span>
      )}
    </div>
  );
}

/** One to three emoji stand alone, in large type. Corners towards the same person's next message are less round. */
function bubbleLook({ content, isOwn, startsGroup, endsGroup }: ThreadRow): string {
  if (isJumbo(content)) return 'px-1 text-emoji';
  return clsx(
    'rounded-dialog px-3.5 py-2 text-body',
    isOwn ? 'bg-accent text-on-accent' : 'bg-sunk text-text',
    isOwn && !endsGroup && 'rounded-ee-xs',
    isOwn && !startsGroup && 'rounded-se-xs',
    !isOwn && !endsGroup && 'rounded-es-xs',
    !isOwn && !startsGroup && 'rounded-ss-xs',
  );
}

function Bubble({ row, person }: Pick<MessageRowProps, 'row' | 'person'>) {
  const { isOwn, content, media, message, queued, createdAt } = row;
  const time = timeLabel(createdAt);
  const line = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() =>
    line.current?.querySelector<HTMLElement>('[data-message-menu]')?.click(),
  );
  return (
    <article
      aria-label={
        isOwn ? words.yourMessageAt({ time }) : words.messageAt({ name: person.fullName, time })
      }
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
              'flex min-w-0 max-w-[max(19rem,min(66cqw,32.5rem))] flex-col gap-1 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
              isOwn ? 'items-end' : 'items-start',
            )}
          >
            {media.length > 0 && (
              <div className="relative max-w-full">
                <MessagePictures
                  messageId={row.key}
                  conversationId={message?.conversationId ?? ''}
                  media={media}
                  viewerLabel={
                    isOwn ? words.mediaOfYourMessage : words.mediaOf({ name: person.fullName })
                  }
                />
                {queued && media.some(isLocal) && <UploadOverlay queued={queued} />}
              </div>
            )}
            {content !== '' && (
              <div
                dir="auto"
                className={clsx(
                  'max-w-full whitespace-pre-wrap [overflow-wrap:anywhere]',
                  bubbleLook(row),
                )}
              >
                <MessageText content={content} arePlain={!isOwn && person.linksDisabled === true} />
              </div>
            )}
          </div>
          {message && <MessageMenu message={message} isOwn={isOwn} person={person} />}
        </div>
        {row.showsTime && (
          <p className="nums flex items-center gap-1 px-1 text-meta text-muted">
            <time dateTime={createdAt}>{time}</time>
            {row.status && <StatusIcon status={row.status} />}
          </p>
        )}
        {/* Without a visible status, screen readers still need it. */}
        {!row.showsTime && row.status && (
          <span className="sr-only">{statusLabels[row.status]}</span>
        )}
        {queued?.problem && <Refusal queued={queued} />}
      </div>
    </article>
  );
}

/** The reason why a message was not sent. The user can retry or delete it. */
function Refusal({ queued }: { queued: Queued }) {
  const { clientId, problem, isUnfit } = queued;
  // The buttons disappear after the click, so move the focus first.
  const decide = (what: typeof retry) => () => {
    document.querySelector<HTMLElement>('[data-thread]')?.focus({ preventScroll: true });
    what(clientId);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 pb-1 text-meta">
      <span className="text-end text-danger-text [overflow-wrap:anywhere]">{problem}</span>
      <span className="flex gap-2">
        {(!isUnfit || hasSendablePart(queued)) && (
          <Button size="sm" variant="secondary" onClick={decide(retry)}>
            {isUnfit ? words.sendTheRest : words.tryAgain}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={decide(cancelItem)}>
          {words.delete}
        </Button>
      </span>
    </div>
  );
}
