import type { Attachment } from '../../src/features/compose/attachments/attachment.ts';
import { changeAttachments } from '../../src/features/compose/attachments/attachments.ts';
import { Composer } from '../../src/features/compose/composer.tsx';
import { changeDraft } from '../../src/features/compose/drafts.ts';
import { picture } from './samples.ts';
import { Section } from './section.tsx';

const media = picture('ready', 150);
const file = { kind: 'image', preview: media.url, alt: '' } as const;
const files: Attachment[] = [
  { ...file, id: 'ready', name: 'ready.jpg', state: { step: 'ready', media } },
  { ...file, id: 'half', name: 'half.jpg', state: { step: 'uploading', progress: 0.4 } },
  {
    ...file,
    id: 'failed',
    name: 'failed.jpg',
    state: { step: 'failed', message: 'The connection was lost.', canRetry: true },
  },
];
const send = async () => false;

/** Fills the drafts that the composers show. */
export function fillDrafts(): void {
  changeDraft('gallery:text', { text: 'A post for followers', visibility: 'followers' });
  changeDraft('gallery:near', { text: 'Near the limit. '.repeat(30) });
  changeDraft('gallery:over', { text: 'Over the limit. '.repeat(33) });
  changeDraft('gallery:files', { text: 'With files' });
  changeAttachments('gallery:files', { items: files, isKept: false });
}

export function ComposerSections() {
  return (
    <Section title="Composer">
      <div className="flex flex-col gap-6">
        {['empty', 'text', 'near', 'over', 'files'].map((slot) => (
          <Composer key={slot} draftKey={`gallery:${slot}`} send={send} />
        ))}
        <Composer draftKey="gallery:dialog" send={send} onSent={() => {}} />
        <Composer draftKey="gallery:reply" send={send} reply={{ box: null }} />
        <Composer draftKey="gallery:thread" send={send} reply={{ box: null, isInThread: true }} />
      </div>
    </Section>
  );
}
