import { deleteMedia, uploadMedia } from '@roost/contract/media';
import { getLimits } from '@roost/contract/users';
import { fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { FakeXhr } from '../../../../test/support/fake-xhr.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { AttachButton } from './attach-button.tsx';
import { attachmentOf, attachmentsOf, changeAttachments } from './attachments.ts';

const KEY = 'post';
const robin = sampleMedia('robin', { alt: 'A robin' });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  server.answer(getLimits, sampleLimits);
  server.answer(uploadMedia, () => success(sampleMedia('wren')));
  changeAttachments(KEY, { items: [attachmentOf(robin)], notice: undefined });
});

/** Chooses files in the system's picker, which may ignore `accept`. */
function choose(...files: File[]) {
  const { container } = renderApp(<AttachButton draftKey={KEY} disabled={false} />);
  fireEvent.change(container.querySelector('[data-files]')!, { target: { files } });
}
const pdf = new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' });

test('a choice without a usable file says so and keeps the earlier files', async () => {
  const deleted = server.answer(deleteMedia, () => done());
  choose(pdf);
  await waitFor(() => expect(attachmentsOf(KEY).notice).toContain('bill.pdf'));
  expect(attachmentsOf(KEY).items).toEqual([attachmentOf(robin)]);
  expect(deleted).not.toHaveBeenCalled();
});

test('a choice with a usable file takes it and names the others', async () => {
  const deleted = server.answer(deleteMedia, () => done());
  const video = new File(['clip'], 'wren.mp4', { type: 'video/mp4' });
  choose(video, pdf);
  await waitFor(() => expect(attachmentsOf(KEY).notice).toContain('bill.pdf'));
  expect(attachmentsOf(KEY).items.map(({ name }) => name)).toEqual(['wren.mp4']);
  await waitFor(() => expect(deleted).toHaveBeenCalledOnce());
});
