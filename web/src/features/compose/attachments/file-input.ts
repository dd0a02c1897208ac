import * as words from '#words/compose';
import type { Media } from '@roost/contract/media';
import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';
import { loadChunk } from '../../../lib/page/load-chunk.ts';
import {
  changeAttachments,
  dropAttachments,
  filesIn,
  returnMedia,
  settleReturn,
  unfinished,
} from './attachments.ts';
import { isReturningFromStorage } from './attachment.ts';
import type { Taking } from './uploads.ts';

/** The code for uploads. It loads with the first chosen file, or earlier through `preloadUploads`. */
const loadUploads = () => loadChunk(() => import('./uploads.ts'));

// After a reload, uploads continue where they were.
unfinished.subscribe(() => void resumeUploads(unfinished.get()));

const loadRenewal = () => loadChunk(() => import('./renew-uploads.ts'));

/** Continues the uploads of a draft with the files that this browser kept, and the return of files from a post. */
export async function resumeUploads(draftKey: string): Promise<void> {
  try {
    if (filesIn(draftKey).some(isReturningFromStorage))
      void (await loadRenewal()).resumeReturns(draftKey);
    await (await loadUploads()).resumeFiles(draftKey);
  } catch {
    // Without a network. The next reload tries again.
  }
}

/** Loads the code ahead, for composers that accept files offline. */
export function preloadUploads(): void {
  loadUploads().catch(() => {});
}

/** Files on their way into a draft, by its key, while the code for uploads loads. */
const arriving = new Map<string, Promise<unknown>>();

/** The drafts whose sending waits for files. */
const waiting = new Set<string>();

/**
 * Waits until files that were chosen just before are in the draft. Resolves to false if an earlier press waits already,
 * because the draft would be sent twice.
 */
export async function filesArrived(draftKey: string): Promise<boolean> {
  const arrival = arriving.get(draftKey);
  if (!arrival) return true;
  if (waiting.has(draftKey)) return false;
  waiting.add(draftKey);
  await arrival;
  waiting.delete(draftKey);
  return true;
}

/** Adds files to a draft. The file picker of a post replaces the earlier files. Dropping and pasting add to them. */
export async function takeFiles(
  draftKey: string,
  files: readonly File[],
  how: Taking,
): Promise<void> {
  if (files.length === 0) return;
  const arrival = Promise.all([arriving.get(draftKey), add(draftKey, files, how)]);
  arriving.set(draftKey, arrival);
  await arrival;
  if (arriving.get(draftKey) === arrival) arriving.delete(draftKey);
}

async function add(draftKey: string, files: readonly File[], how: Taking): Promise<void> {
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

/** Handlers for the server's answer to the deletion of a post whose author wants its files back. */
export interface ReturningFiles {
  released: () => void;
  refused: () => void;
}

/** Puts the files of a post that is being deleted into a draft. Until the server's answer, nothing can be posted with them. */
export function returnUploads(draftKey: string, media: readonly Media[]): ReturningFiles {
  returnMedia(draftKey, media);
  return {
    released: () =>
      void loadRenewal()
        .then(async ({ renewUploads }) => renewUploads(media))
        // Without new addresses the tiles show no pictures, but the files are there.
        .catch(() => media.forEach((each) => settleReturn(each._id, each))),
    refused: () => media.forEach(({ _id }) => settleReturn(_id, words.fileStaysInThePost)),
  };
}

/** Saves alt texts on the server before the post. */
export async function sendDescriptions(draftKey: string): Promise<void> {
  const { describeAll } = await loadChunk(() => import('./alt-texts/describe-files.ts'));
  await describeAll(draftKey);
}

/** Handlers for an element that accepts dropped and pasted files. They do nothing while `isOpen` is false. */
export function useFileDrop(draftKey: string, isOpen: boolean, into: Taking['into'] = 'post') {
  const [isOver, setOver] = useState(false);
  const takes = ({ currentTarget, target }: ClipboardEvent | DragEvent) =>
    isOpen &&
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
