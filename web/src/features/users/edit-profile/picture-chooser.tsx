import * as words from '#words/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { stillOf } from '../../../lib/pictures/still.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { limitsQuery } from '../limits.query.ts';
import type { Chosen } from './crop-dialog.tsx';
import type { PictureField } from './crop-picture.ts';
import { problemWithPicture } from './picture-choice.ts';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** Enough for the widest crop. */
const MAX_EDGE = 2_560;

interface PictureChooserProps {
  /** Runs when a usable file was chosen, before the crop. */
  onChosen?: () => void;
  onUse: (field: PictureField, file: File) => void;
  /** Shows the file inputs, which give their files to `choose`. */
  children: (choose: (field: PictureField, file: File) => void) => ReactNode;
}

/** Checks and crops a chosen picture. */
export function PictureChooser({ onChosen, onUse, children }: PictureChooserProps) {
  const mostBytes = useQuery(limitsQuery).data?.everyone.profilePictureBytes;
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<Chosen & { name: string }>();
  const [isCropping, setCropping] = useState(false);
  const latest = useRef<File>(undefined);
  const url = chosen?.url;
  // Release the file when another is chosen or the dialog unmounts. The browser keeps it in memory until then.
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  useEffect(() => () => void (latest.current = undefined), []);

  async function choose(field: PictureField, file: File) {
    latest.current = file;
    const found = problemWithPicture(file, mostBytes);
    setProblem(found);
    if (found) return;
    onChosen?.();
    // An animated picture would move in the dialog, and only its first frame is kept.
    const still = await stillOf(file, MAX_EDGE);
    if (latest.current !== file) return;
    setChosen({ field, name: file.name, url: URL.createObjectURL(still ?? file) });
    setCropping(true);
  }

  return (
    <>
      {children((field, file) => void choose(field, file))}
      {problem && (
        <p role="alert" className="mt-3 text-meta text-danger-text [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {chosen && (
        <LazyOverlay open={isCropping} onFailed={() => setCropping(false)}>
          <CropDialog
            key={chosen.url}
            chosen={chosen}
            open={isCropping}
            onOpenChange={setCropping}
            onUse={onUse}
            onBroken={() => {
              setCropping(false);
              setProblem(words.cantBeRead({ name: chosen.name }));
            }}
          />
        </LazyOverlay>
      )}
    </>
  );
}
