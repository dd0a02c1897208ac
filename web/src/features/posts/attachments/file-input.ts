import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { changeTray } from './tray.ts';
import type { Taking } from './uploads.ts';

/** What brings files up is fetched when the first one is chosen. */
const machinery = () => loadChunk(() => import('./uploads.ts'));

/** Choosing for a post puts the files in the place of those that are there (spec §5); dropping and pasting adds. */
export async function takeFiles(slot: string, files: readonly File[], how: Taking): Promise<void> {
  if (files.length === 0) return;
  try {
    await (await machinery()).addFiles(slot, files, how);
  } catch {
    changeTray(slot, { notice: 'The files could not be added. Please try again.' });
  }
}

/** The server hears what the files show before the post does. */
export async function sendDescriptions(slot: string): Promise<void> {
  await (await machinery()).describeAll(slot);
}

/** Handlers for a box that files can be dropped on and pasted into. */
export function useFileDrop(slot: string, isOpen: boolean, into: Taking['into'] = 'post') {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => isOpen && dataTransfer.types.includes('Files');
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
        if (!isOpen || files.length === 0 || event.clipboardData.types.includes('text/plain'))
          return;
        event.preventDefault();
        void takeFiles(slot, files, { replace: false, into });
      },
    },
  };
}
