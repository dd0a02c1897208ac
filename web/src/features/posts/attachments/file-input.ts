import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { changeTray, trayOf } from './tray.ts';
import type { Taking } from './uploads.ts';

/** What brings files up is fetched when the first one is chosen, if not ahead. */
const machinery = () => loadChunk(() => import('./uploads.ts'));

/** Fetches it ahead, for where files can be chosen with the line down. */
export function preloadUploads(): void {
  machinery().catch(() => {});
}

/** Choosing for a post puts the files in the place of those that are there (spec §5); dropping and pasting adds. */
export async function takeFiles(slot: string, files: readonly File[], how: Taking): Promise<void> {
  if (files.length === 0) return;
  try {
    await (await machinery()).addFiles(slot, files, how);
  } catch {
    changeTray(slot, { notice: 'The files could not be added. Please try again.' });
  }
}

/** Tries again what failed for want of a connection, or for another reason that may have passed. */
export async function retryFiles(slot: string): Promise<void> {
  (await machinery()).retryAll(slot);
}

/** The server hears what the files show before the post does. */
export async function sendDescriptions(slot: string): Promise<void> {
  await (await machinery()).describeAll(slot);
}

/** Handlers for a place that files can be dropped on and pasted into; but not while those that are there are waited for. */
export function useFileDrop(slot: string, isOpen: boolean, into: Taking['into'] = 'post') {
  const [isOver, setOver] = useState(false);
  const takes = ({ currentTarget, target }: ClipboardEvent | DragEvent) =>
    isOpen &&
    !trayOf(slot).isWaiting &&
    // A dialog over it is within it to React only.
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
        void takeFiles(slot, [...event.dataTransfer.files], { replace: false, into });
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files];
        // Copied from a document, text comes with a picture of itself.
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        if (!takes(event)) return;
        event.preventDefault();
        void takeFiles(slot, files, { replace: false, into });
      },
    },
  };
}

/** A file dropped beside such a place would be opened in the place of the app. */
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
