import * as words from '#words/moderation';
import type { ShownSubject } from '@roost/contract/moderation';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/states/alert.tsx';
import { MarkedText } from './marked-text.tsx';
import { MessageList } from './message-list.tsx';
import { compareTexts, type TextPart } from './text-difference.ts';
import { VeiledMedia } from './veiled-media.tsx';

interface SubjectViewProps {
  /** As the last reporter saw it. Null after its time. */
  asReported: ShownSubject | null;
  /** As it is. Null if it is gone. */
  now: ShownSubject | null;
}

/** The subject as it was reported and, if that is different, as it is now. */
export function SubjectView({ asReported, now }: SubjectViewProps) {
  const remaining = now ? new Set(mediaOf(now).map(({ _id }) => _id)) : undefined;
  const [before, after] = compareTexts(
    asReported ? textOf(asReported) : '',
    now ? textOf(now) : '',
  );
  const isSame = !before.some(({ isOwn }) => isOwn) && !after.some(({ isOwn }) => isOwn);
  return (
    <div className="flex flex-col gap-4">
      {asReported ? (
        <Version title={words.asReported}>
          <Content
            subject={asReported}
            parts={now ? before : plain(before)}
            remaining={now ? remaining : undefined}
          />
        </Version>
      ) : (
        <Alert type="info">{words.evidenceWasDeleted}</Alert>
      )}
      {!now && <Alert type="info">{words.isGoneNow}</Alert>}
      {now && asReported && isSame && <p className="text-meta text-muted">{words.isUnchanged}</p>}
      {now && !(asReported && isSame) && (
        <Version title={words.asItIsNow}>
          <Content subject={now} parts={asReported ? after : plain(after)} />
        </Version>
      )}
    </div>
  );
}

function Version({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-meta font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

interface ContentProps {
  subject: ShownSubject;
  parts: readonly TextPart[];
  remaining?: ReadonlySet<string> | undefined;
}

function Content({ subject, parts, remaining }: ContentProps) {
  if (subject.type === 'message') return <MessageList messages={subject.messages} parts={parts} />;
  return (
    <div className="rounded-card border border-line px-4 py-3">
      <MarkedText parts={parts} />
      <VeiledMedia media={mediaOf(subject)} remaining={remaining} />
    </div>
  );
}

const plain = (parts: readonly TextPart[]): TextPart[] =>
  parts.map(({ text }) => ({ text, isOwn: false }));

/** The text that is compared. */
function textOf(subject: ShownSubject): string {
  if (subject.type === 'post') return subject.content;
  if (subject.type === 'message') return subject.messages.at(-1)?.content ?? '';
  const { fullName, username, bio } = subject;
  return [fullName, `@${username}`, bio].filter((line) => line !== '').join('\n');
}

function mediaOf(subject: ShownSubject) {
  if (subject.type === 'post') return subject.media;
  if (subject.type === 'message') return subject.messages.flatMap(({ media }) => media);
  return [subject.avatar, subject.coverImage].filter((medium) => medium !== null);
}
