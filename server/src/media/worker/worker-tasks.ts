/** The messages between the server and its worker processes. */

/** The still file of a video or an animated picture. */
export const POSTER_NAME = 'poster.webp';

export const isPoster = ({ name }: { name: string }): boolean => name === POSTER_NAME;

/** A size to make, as a maximum, with its file name. */
export interface PictureSize {
  name: string;
  width: number;
  height?: number;
}

/** The still of an animation is as wide as its widest file. */
export const STILL: PictureSize = { name: POSTER_NAME, width: 640 };

export interface PictureTask {
  what: 'picture';
  input: string;
  /** An empty folder for the results. */
  output: string;
  /**
   * Makes only these sizes, of the first frame. A size with a height crops to that shape, around the centre. Without
   * `only`, all variants are made.
   */
  only?: readonly PictureSize[];
}

export interface VideoTask {
  what: 'video';
  input: string;
  output: string;
  /** The treatment of videos that many browsers can't play: refuse them, report them and write nothing, or copy them. */
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
  /** After rotation. */
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

/** Why a file is refused. The server adds the words for people. */
export type Problem =
  | 'broken'
  | 'too_many_pixels'
  | 'too_many_frames'
  | 'no_video'
  | 'unplayable'
  | 'too_heavy'
  /** Not the file's fault: the disk is full. */
  | 'disk_full';

export type Reply =
  | { id: number; result: PictureResult | VideoResult }
  | { id: number; problem: Problem; detail: string };

/** The first message of a worker. */
export interface Ready {
  isReady: true;
}

/** Thrown by a task to refuse its file. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, detail = '') {
    super(detail);
    this.problem = problem;
  }
}
