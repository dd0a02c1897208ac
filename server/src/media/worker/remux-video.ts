import { join } from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { Refused, type VideoResult, type VideoTask } from './worker-tasks.ts';

/** What browsers at large play, by the file it stands in. */
const playable = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
};
/** Of H.264, those with 8 bits and 4:2:0. */
const PLAYABLE_AVC = /^avc[13]\.(?:42|4d|58|64)/i;
/** The shorter side, in pixels. */
const BROADLY_PLAYED = 1_080;
const MAX_SIDE = 8_192;
/** Some hours of video; what has more packets is no clip. */
const MAX_PACKETS = 2_000_000;

interface Tracks {
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
}

/**
 * Copies picture and sound of a video, as they are, into a new file that plays from its first bytes on. Nothing
 * else of the old file comes along: no place, no camera, no text, no further tracks, nothing behind its end.
 */
export async function remuxVideo(task: VideoTask): Promise<VideoResult> {
  using input = new Input({
    formats: [MP4, QTFF, WEBM],
    source: new FilePathSource(task.input, { handleUnhandledError: () => {} }),
  });
  const isWebm = (await input.getFormat()) === WEBM;
  const tracks = await findTracks(input);
  const [width, height] = await Promise.all([
    tracks.video.getDisplayWidth(),
    tracks.video.getDisplayHeight(),
  ]);
  if (!(width > 0 && height > 0)) throw new Refused('broken');
  if (Math.max(width, height) > MAX_SIDE) throw new Refused('too_many_pixels');
  const problem = await findUnplayable(tracks, isWebm ? playable.webm : playable.mp4);
  if (problem && task.unplayable === 'refuse') throw new Refused('unplayable', problem);
  const facts = {
    width: Math.round(width),
    height: Math.round(height),
    duration: await tracks.video.computeDuration(),
    isPlayable: !problem && Math.min(width, height) <= BROADLY_PLAYED,
  };
  if (problem && task.unplayable === 'leave') return { ...facts, files: [] };
  const name = isWebm ? 'video.webm' : 'video.mp4';
  const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' });
  await copy(tracks, new Output({ format, target: new FilePathTarget(join(task.output, name)) }));
  return { ...facts, files: [{ name, type: isWebm ? 'video/webm' : 'video/mp4' }] };
}

async function findTracks(input: Input): Promise<Tracks> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Refused('no_video');
  return { video, audio: await input.getPrimaryAudioTrack() };
}

/** What of it browsers don't play, for people to read; null when all is well. */
async function findUnplayable(
  { video, audio }: Tracks,
  plays: { video: string[]; audio: string[] },
): Promise<string | null> {
  const codec = await video.getCodec();
  if (!codec || !plays.video.includes(codec)) return nameOf(codec);
  const exact = (await video.getCodecParameterString()) ?? '';
  if (codec === 'avc' && !PLAYABLE_AVC.test(exact)) return 'H.264 with more than 8 bits a color';
  const sound = audio && (await audio.getCodec());
  if (audio && (!sound || !plays.audio.includes(sound))) return `${nameOf(sound)} sound`;
  return null;
}

function nameOf(codec: string | null): string {
  if (codec === 'hevc') return 'HEVC (H.265)';
  return codec ? codec.toUpperCase() : 'an unknown format';
}

async function copy({ video, audio }: Tracks, output: Output): Promise<void> {
  try {
    const picture = new EncodedVideoPacketSource((await video.getCodec()) ?? 'avc');
    output.addVideoTrack(picture, {
      transformationMatrix: await video.getTransformationMatrix(),
      maximumPacketCount: await countPackets(video),
    });
    const meta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined } as never;
    const lanes = [laneOf(video, async (packet) => picture.add(packet, meta))];
    if (audio) {
      const sound = new EncodedAudioPacketSource((await audio.getCodec()) ?? 'aac');
      output.addAudioTrack(sound, { maximumPacketCount: await countPackets(audio) });
      const audioMeta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined } as never;
      lanes.push(laneOf(audio, async (packet) => sound.add(packet, audioMeta)));
    }
    await output.start();
    await interleave(lanes);
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => {});
    throw error;
  }
}

async function countPackets(track: InputTrack): Promise<number> {
  const { packetCount } = await track.computePacketStats(MAX_PACKETS + 1);
  if (packetCount > MAX_PACKETS) throw new Refused('too_heavy');
  if (packetCount === 0 && track.isVideoTrack()) throw new Refused('no_video');
  return packetCount;
}

interface Lane {
  packets: AsyncGenerator<EncodedPacket, void>;
  add: (packet: EncodedPacket) => Promise<void>;
}

function laneOf(track: InputTrack, add: Lane['add']): Lane {
  return { packets: new EncodedPacketSink(track).packets(), add };
}

/** Picture and sound side by side as they are played, so that neither waits in memory for the other. */
async function interleave(lanes: Lane[]): Promise<void> {
  const heads = await Promise.all(
    lanes.map(async (lane) => ({ lane, next: await lane.packets.next() })),
  );
  for (;;) {
    const open = heads.filter(({ next }) => !next.done);
    const first = open.toSorted((a, b) => timeOf(a.next) - timeOf(b.next))[0];
    if (!first || first.next.done) return;
    await first.lane.add(first.next.value);
    first.next = await first.lane.packets.next();
  }
}

function timeOf(next: IteratorResult<EncodedPacket, void>): number {
  return next.done ? Infinity : next.value.timestamp;
}
