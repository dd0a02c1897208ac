import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** Milliseconds one video may take; longer ones are shown as they came, where browsers play them. */
const TIME_LIMIT = 20 * 60_000;
const LOW_PRIORITY = 10;

/** One that takes longer than anybody's turn; it would the next time too. */
export class TookTooLong extends Error {}

/** Reads files only, and only what we take: other formats can name addresses and further files. */
const READ_ONLY_THIS =
  '-nostdin -v error -y -protocol_whitelist file -format_whitelist mov,mp4,m4a,3gp,3g2,mj2,matroska,webm';
const ONE_OF_EACH = '-map 0:v:0 -map 0:a:0? -map_metadata -1';
const H264_AND_AAC =
  '-c:v libx264 -preset veryfast -crf 23 -threads 1 -c:a aac -b:a 128k -ac 2 -f mp4';
const ONE_PICTURE = '-vf thumbnail=50 -frames:v 1 -c:v png -f image2 -update 1';
/** Within 1080p either way up, in even numbers, which H.264 wants. */
const SCALE = [
  "scale=w='2*trunc(iw*min(1,1080/min(iw,ih))/2)':h='2*trunc(ih*min(1,1080/min(iw,ih))/2)'",
  'format=yuv420p',
].join(',');

const words = (line: string) => line.split(' ');

/** The ffmpeg of this machine, where there is one. Nothing depends on it. */
export class Ffmpeg {
  readonly #program: string;
  readonly #running = new Set<ChildProcess>();

  private constructor(program: string) {
    this.#program = program;
  }

  static find(program: string | null): Ffmpeg | null {
    if (!program) return null;
    const { status } = spawnSync(program, ['-version'], { stdio: 'ignore', timeout: 5_000 });
    return status === 0 ? new Ffmpeg(program) : null;
  }

  /** What every browser plays, of what one may not: H.264 and AAC in MP4. */
  async transcode(input: string, output: string): Promise<void> {
    await this.#run([
      '-i',
      input,
      ...words(ONE_OF_EACH),
      '-vf',
      SCALE,
      ...words(H264_AND_AAC),
      output,
    ]);
  }

  /** A telling frame of the first seconds, as PNG. */
  async drawPoster(input: string, output: string): Promise<void> {
    await this.#run(['-i', input, ...words(ONE_PICTURE), output]);
  }

  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }

  async #run(args: string[]): Promise<void> {
    const child = spawn(this.#program, [...words(READ_ONLY_THIS), ...args], {
      stdio: 'ignore',
      timeout: TIME_LIMIT,
      killSignal: 'SIGKILL',
      env: { PATH: process.env['PATH'] },
    });
    this.#running.add(child);
    const startedAt = Date.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.once('error', reject);
    child.once('spawn', () => setPriority(child.pid ?? 0, LOW_PRIORITY));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else if (Date.now() - startedAt >= TIME_LIMIT) reject(new TookTooLong());
      else reject(new Error(`ffmpeg ended with ${code ?? signal}`));
    });
    await promise.finally(() => this.#running.delete(child));
  }
}
