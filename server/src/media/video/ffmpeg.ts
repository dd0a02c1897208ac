import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Config } from '../../kernel/config.ts';
import {
  sandboxCommand,
  findProgram,
  SANDBOX_INPUT,
  SANDBOX_OUTPUT,
  sandboxProblem,
} from './ffmpeg-sandbox.ts';

/** Milliseconds for one video. After a timeout the video stays in its original format, which some browsers play. */
const TRANSCODE_TIMEOUT_MS = 20 * 60_000;
/** ffmpeg has a low priority, because people wait for other work. */
const LOW_PRIORITY = ['nice', '-n', '10'];

/** The transcoding took too long. A retry would too. */
export class TranscodeTimeout extends Error {}

/** ffmpeg may read only files, and only accepted formats. Other formats can refer to addresses and further files. */
const READ_ONLY_THIS =
  '-nostdin -v error -y -protocol_whitelist file -format_whitelist mov,mp4,m4a,3gp,3g2,mj2,matroska,webm -threads 2';
const ONE_OF_EACH = '-map 0:v:0 -map 0:a:0? -map_metadata -1 -map_chapters -1';
const H264_AND_AAC =
  '-c:v libx264 -preset veryfast -crf 23 -threads 1 -c:a aac -b:a 128k -ac 2 -f mp4';
const ONE_PICTURE = '-vf thumbnail=50 -frames:v 1 -c:v png -f image2 -update 1';
/** At most 1080p in either orientation. H.264 needs even numbers. */
const SCALE = [
  "scale=w='2*trunc(iw*min(1,1080/min(iw,ih))/2)':h='2*trunc(ih*min(1,1080/min(iw,ih))/2)'",
  'format=yuv420p',
].join(',');

const words = (line: string) => line.split(' ');

/** The ffmpeg of this machine. The server works without it. */
export class Ffmpeg {
  readonly #program: string;
  readonly #isConfined: boolean;
  readonly #running = new Set<ChildProcess>();

  private constructor(program: string, isConfined: boolean) {
    this.#program = program;
    this.#isConfined = isConfined;
  }

  /**
   * Finds ffmpeg and its sandbox, because it reads files of strangers. Without a sandbox, production does not use
   * ffmpeg, unless FFMPEG_SANDBOX=off. `warn` receives the reason. Returns null if ffmpeg is not used.
   */
  static find(config: Config, warn: (line: string) => void): Ffmpeg | null {
    const program = config.ffmpeg && findProgram(config.ffmpeg);
    if (!program) return null;
    const { status } = spawnSync(program, ['-version'], { stdio: 'ignore', timeout: 5_000 });
    if (status !== 0) return null;
    if (!config.isFfmpegConfined) return new Ffmpeg(program, false);
    const why = sandboxProblem();
    if (why === null) return new Ffmpeg(program, true);
    if (config.isProduction) {
      warn(`ffmpeg is not used: ${why}, so nothing confines it; FFMPEG_SANDBOX=off uses it anyway`);
      return null;
    }
    warn(`ffmpeg runs without a sandbox: ${why}; production would not use it`);
    return new Ffmpeg(program, false);
  }

  /** Converts a video to H.264 and AAC in MP4, which every browser plays. Throws TranscodeTimeout. */
  async transcode(input: string, output: string): Promise<void> {
    await this.#run(input, output, [...words(ONE_OF_EACH), '-vf', SCALE, ...words(H264_AND_AAC)]);
  }

  /** Draws a typical frame of the first seconds, as PNG. */
  async drawPoster(input: string, output: string): Promise<void> {
    await this.#run(input, output, words(ONE_PICTURE));
  }

  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }

  async #run(input: string, output: string, making: string[]): Promise<void> {
    // In the sandbox ffmpeg may write this file, but not create it.
    await writeFile(output, '');
    const [from, to, start] = this.#isConfined
      ? [SANDBOX_INPUT, SANDBOX_OUTPUT, sandboxCommand(this.#program, { input, output })]
      : [input, output, [this.#program]];
    const command = [...start, ...words(READ_ONLY_THIS), '-i', from, ...making, to];
    const child = spawn(LOW_PRIORITY[0] ?? '', [...LOW_PRIORITY.slice(1), ...command], {
      stdio: 'ignore',
      timeout: TRANSCODE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      env: { PATH: process.env['PATH'] },
    });
    this.#running.add(child);
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else if (performance.now() - startedAt >= TRANSCODE_TIMEOUT_MS)
        reject(new TranscodeTimeout());
      else reject(new Error(`ffmpeg ended with ${code ?? signal}`));
    });
    await promise.finally(() => this.#running.delete(child));
  }
}
