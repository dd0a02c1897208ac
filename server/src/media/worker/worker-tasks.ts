/** What crosses between the server and the processes that read what people send. */

/** A picture no wider than this, by this name. */
export interface PictureSize {
  name: string;
  width: number;
  height?: number;
}

export interface PictureTask {
  what: 'picture';
  input: string;
  /** An empty folder for the results. */
  output: string;
  /** Only these, of its first frame: one with a height is cut to that shape, around its middle. Else all variants. */
  only?: readonly PictureSize[];
}

export interface VideoTask {
  what: 'video';
  input: string;
  output: string;
  /** What becomes of what many browsers can't play: refused, told of and left, or copied all the same. */
  unplayable: 'refuse' | 'leave' | 'copy';
}

export type Task = PictureTask | VideoTask;

export interface MadeFile {
  name: string;
  type: string;
  width?: number;
}

export interface PictureResult {
  files: MadeFile[];
  /** As shown, its orientation applied. */
  width: number;
  height: number;
  /** A thumbhash in base64. */
  placeholder: string;
}

export interface VideoResult {
  files: MadeFile[];
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  isPlayable: boolean;
}

export type ResultOf<T extends Task> = T extends PictureTask ? PictureResult : VideoResult;

/** Why a file is refused; the words for people are the server's. */
export type Problem =
  | 'broken'
  | 'too_many_pixels'
  | 'too_many_frames'
  | 'no_video'
  | 'unplayable'
  | 'too_heavy';

export type Reply =
  | { id: number; result: PictureResult | VideoResult }
  | { id: number; problem: Problem; detail: string };

/** Thrown inside a task to refuse the file. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, detail = '') {
    super(detail);
    this.problem = problem;
  }
}
