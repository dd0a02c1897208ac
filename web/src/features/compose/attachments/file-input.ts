import * as words from '#words/compose';
import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';
import { loadChunk } from '../../../lib/page/load-chunk.ts';
import { changeAttachments, dropAttachments, filesIn, attachmentsOf } from './attachments.ts';
import type { Taking } from './uploads.ts';

/** The code for uploads. It loads with the first chosen file, or earlier through `preloadUploads`. */
const loadUploads = () => loadChunk(() => import('./uploads.ts'));

/** Loads the code ahead, for composers that accept files offline. */
export function preloadUploads(): void {
  loadUploads().catch(() => {});
}

/** Adds files to a draft. The file picker of a post replaces the earlier files. Dropping and pasting add to them. */
export async function takeFiles(
  draftKey: string,
  files: readonly File[],
  how: Taking,
): Promise<void> {
  if (files.length === 0) return;
  try {
    await (await loadUploads()).addFiles(draftKey, files, how);
  } catch {
    changeAttachments(draftKey, { notice: words.theFilesCouldNotBeAdded });
  }
}

/** Retries uploads that failed without a connection, or for another temporary reason. */
export async function retryFiles(draftKey: string): Promise<void> {
  (await loadUploads()).retryAll(draftKey);
}

/** Removes all files of a draft in any state, and deletes the uploaded ones on the server. */
export async function removeFiles(draftKey: string, uploadedIds: readonly string[]): Promise<void> {
  const { removeFile, deleteUploaded } = await loadUploads();
  const files = filesIn(draftKey);
  for (const { id } of files) removeFile(draftKey, id);
  const own = files.flatMap(({ state }) => (state.step === 'ready' ? [state.media._id] : []));
  for (const id of uploadedIds) if (!own.includes(id)) deleteUploaded(id);
  dropAttachments(draftKey);
}

/** Saves alt texts on the server before the post. */
export async function sendDescriptions(draftKey: string): Promise<void> {
  await (await loadUploads()).describeAll(draftKey);
}

/** Handlers for an element that accepts dropped and pasted files. They do nothing while `isOpen` is false. */
export function useFileDrop(draftKey: string, isOpen: boolean, into: Taking['into'] = 'post') {
  const [isOver, setOver] = useState(false);
  const takes = ({ currentTarget, target }: ClipboardEvent | DragEvent) =>
    isOpen &&
    !attachmentsOf(draftKey).isWaiting &&
    // React also bubbles events from a dialog that covers the element. This ignores them.
    target instanceof Node &&
    currentTarget.contains(target);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files') && takes(event);
  useEffect(catchMisses, []);
  return {
    isOver,
    dropProps: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        void takeFiles(draftKey, [...event.dataTransfer.files], { replace: false, into });
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files];
        // Text copied from a document also contains a picture of itself.
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        if (!takes(event)) return;
        event.preventDefault();
        void takeFiles(draftKey, files, { replace: false, into });
      },
    },
  };
}

/** A file dropped beside such an element would replace the app in the tab. This prevents it. */
function catchMisses() {
  const refuse = (event: globalThis.DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (target instanceof HTMLInputElement && target.type === 'file') return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  for (const name of ['dragover', 'drop'] as const) addEventListener(name, refuse);
  return () => {
    for (const name of ['dragover', 'drop'] as const) removeEventListener(name, refuse);
  };
}
