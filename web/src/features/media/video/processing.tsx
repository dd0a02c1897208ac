import * as words from '#words/media';
import { Spinner } from '../../../ui/states/spinner.tsx';

/** Shown instead of a video that the server still converts. */
export function Processing({ poster }: { poster: string | undefined }) {
  return (
    <>
      {poster && <img src={poster} alt="" decoding="async" className="size-full object-cover" />}
      <span className="absolute inset-0 m-auto flex h-9 w-max items-center gap-2 rounded-full bg-picture-label px-3.5 text-meta font-medium text-on-picture">
        <Spinner className="size-4" />
        {words.processingVideo}
      </span>
    </>
  );
}
