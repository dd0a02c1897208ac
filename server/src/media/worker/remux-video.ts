import { join } from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
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
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { stripDescription, stripperFor } from './strip-metadata.ts';
import { Refused, type VideoResult, type VideoTask } from './worker-tasks.ts';

/** The codecs that most browsers play, by container. */
const playable = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
};
/** H.264 with 8 bits and 4:2:0. */
const PLAYABLE_AVC = /^avc[13]\.(?:42|4d|58|64)/i;
/** The shorter side, in pixels. */
const MAX_PLAYABLE_SIDE = 1_080;
const MAX_SIDE = 8_192;
/** Several hours of video. */
const MAX_PACKETS = 2_000_000;

interface Tracks {
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
}

/**
 * Copies the picture and sound of a video, without re-encoding, to a new file that plays from its first bytes. Nothing
 * else remains: no location, no camera, no text, no further tracks, no trailing data. Throws Refused.
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
  const result = {
    width: Math.round(width),
    height: Math.round(height),
    duration: await tracks.video.computeDuration(),
    isPlayable: !problem && Math.min(width, height) <= MAX_PLAYABLE_SIDE,
  };
  if (problem && task.unplayable === 'leave') return { ...result, files: [] };
  const name = isWebm ? 'video.webm' : 'video.mp4';
  const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' });
  await copy(tracks, new Output({ format, target: new FilePathTarget(join(task.output, name)) }));
  return { ...result, files: [{ name, type: isWebm ? 'video/webm' : 'video/mp4' }] };
}

async function findTracks(input: Input): Promise<Tracks> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Refused('no_video');
  return { video, audio: await input.getPrimaryAudioTrack() };
}

/** Returns what browsers can't play, in words for people. Null if all is playable. */
async function findUnplayable(
  { video, audio }: Tracks,
  supported: { video: string[]; audio: string[] },
): Promise<string | null> {
  const codec = await video.getCodec();
  if (!codec || !supported.video.includes(codec)) return nameOf(codec);
  const exact = (await video.getCodecParameterString()) ?? '';
  if (codec === 'avc' && !PLAYABLE_AVC.test(exact)) return 'H.264 with more than 8 bits a color';
  const sound = audio && (await audio.getCodec());
  if (audio && (!sound || !supported.audio.includes(sound))) return `${nameOf(sound)} sound`;
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
    const strip = await stripperOf(video);
    const copies = [
      trackCopyOf(video, strip.packet, async (each) => picture.add(each, strip.meta)),
    ];
    if (audio) {
      const sound = new EncodedAudioPacketSource((await audio.getCodec()) ?? 'aac');
      output.addAudioTrack(sound, { maximumPacketCount: await countPackets(audio) });
      const stripSound = await stripperOf(audio);
      copies.push(
        trackCopyOf(audio, stripSound.packet, async (each) => sound.add(each, stripSound.meta)),
      );
    }
    await output.start();
    await interleave(copies);
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

interface TrackCopy {
  packets: AsyncGenerator<EncodedPacket, void>;
  add: (packet: EncodedPacket) => Promise<void>;
}

function trackCopyOf(
  track: InputTrack,
  strip: (packet: EncodedPacket) => EncodedPacket | null,
  add: TrackCopy['add'],
): TrackCopy {
  const copy = { packets: new EncodedPacketSink(track).packets() };
  return {
    ...copy,
    add: async (packet) => {
      const stripped = strip(packet);
      if (stripped) await add(stripped);
    },
  };
}

/** Returns how to write a track: its description and packets without metadata. */
async function stripperOf(track: InputVideoTrack | InputAudioTrack) {
  const config = await track.getDecoderConfig();
  const setup = {
    codec: (await track.getCodec()) ?? '',
    description: config?.description && bytesOf(config.description),
  };
  const description = stripDescription(setup);
  const stripData = stripperFor(setup);
  return {
    meta: { decoderConfig: config ? { ...config, description } : undefined } as never,
    packet: ({ data, type, timestamp, duration }: EncodedPacket) => {
      const rest = stripData(data);
      return rest.length === 0 ? null : new EncodedPacket(rest, type, timestamp, duration);
    },
  };
}

function bytesOf(source: ArrayBuffer | SharedArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** Writes picture and sound in the order of their times, so that neither waits in memory for the other. */
async function interleave(copies: TrackCopy[]): Promise<void> {
  const heads = await Promise.all(
    copies.map(async (copy) => ({ copy, next: await copy.packets.next() })),
  );
  for (;;) {
    const open = heads.filter(({ next }) => !next.done);
    const first = open.toSorted((a, b) => timeOf(a.next) - timeOf(b.next))[0];
    if (!first || first.next.done) return;
    await first.copy.add(first.next.value);
    first.next = await first.copy.packets.next();
  }
}

function timeOf(next: IteratorResult<EncodedPacket, void>): number {
  return next.done ? Infinity : next.value.timestamp;
}
