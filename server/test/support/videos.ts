import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { TestFile } from './media.ts';

/** Private metadata: the place, the author and the camera. The test videos contain it in every form of their format. */
export const SECRETS = ['+51.5034-000.1276', 'Elm Street 13', 'Camera of Alice'];

/** 64 × 48 pixels: parameter sets of H.264 Baseline, and a slice that need not be decodable. */
const AVCC = Buffer.from('0142c00affe1000d6742c00ada04077c05b808080001000468ce3c80', 'hex');

export interface VideoOptions {
  /** Of each frame, in bytes. */
  frameBytes?: number;
  frames?: number;
  withSound?: boolean;
  codec?: 'avc' | 'hevc';
  /** Text that each frame has beside its picture, as a camera's or an editor's own data (SEI). */
  beside?: string;
}

/** Makes a valid video file with frames of noise. Code that only copies frames does not notice. */
export async function videoOf(
  kind: 'mp4' | 'mov' | 'webm',
  { frameBytes = 2_000, frames = 20, withSound = true, codec = 'avc', beside }: VideoOptions = {},
): Promise<TestFile> {
  const format = {
    mp4: () => new Mp4OutputFormat({ fastStart: false }),
    mov: () => new MovOutputFormat({ fastStart: false }),
    webm: () => new WebMOutputFormat(),
  }[kind]();
  const output = new Output({ format, target: new BufferTarget() });
  const isWebm = kind === 'webm';
  const picture = new EncodedVideoPacketSource(isWebm ? 'vp8' : codec);
  const sound = new EncodedAudioPacketSource(isWebm ? 'opus' : 'aac');
  output.addVideoTrack(picture, { name: SECRETS[2] ?? '' });
  if (withSound) output.addAudioTrack(sound);
  const [place, street] = SECRETS as [string, string];
  output.setMetadataTags({
    title: street,
    comment: street,
    raw: { '©xyz': place, LOCATION: place },
  });
  await output.start();
  const videoMeta = { decoderConfig: videoConfig(isWebm ? 'vp8' : codec) };
  const audioMeta = { decoderConfig: audioConfig(isWebm) };
  for (let n = 0; n < frames; n += 1) {
    const type = n % 10 === 0 ? 'key' : 'delta';
    const frame = isWebm ? vp8Frame(frameBytes, type) : frameOf(codec, frameBytes, type);
    const data = beside ? Buffer.concat([seiOf(codec, beside), frame]) : frame;
    await picture.add(new EncodedPacket(data, type, n / 10, 0.1), videoMeta);
    if (withSound)
      await sound.add(
        new EncodedPacket(new Uint8Array(200).fill(33), 'key', n / 10, 0.1),
        audioMeta,
      );
  }
  await output.finalize();
  return {
    name: `clip.${kind}`,
    bytes: new Uint8Array(output.target.buffer ?? new ArrayBuffer(0)),
  };
}

function videoConfig(codec: 'avc' | 'hevc' | 'vp8') {
  const size = { codedWidth: 64, codedHeight: 48 };
  if (codec === 'vp8') return { codec: 'vp8', ...size };
  if (codec === 'hevc') return { codec: 'hvc1.1.6.L93.B0', ...size, description: HVCC };
  return { codec: 'avc1.42c00a', ...size, description: AVCC };
}

const HVCC = (() => {
  const bytes = Buffer.alloc(23);
  bytes[0] = 1;
  // Lengths of units have four bytes.
  bytes[21] = 3;
  return bytes;
})();

function audioConfig(isWebm: boolean) {
  const shape = { sampleRate: 48_000, numberOfChannels: 2 };
  return isWebm
    ? { codec: 'opus', ...shape }
    : { codec: 'mp4a.40.2', ...shape, description: Buffer.from('1190', 'hex') };
}

/** Unregistered (type 5) and registered (type 4) user data. In HEVC, also after the frame. */
function seiOf(codec: 'avc' | 'hevc', text: string): Buffer {
  const messages = [5, 4].map((type) => {
    const payload = Buffer.concat([Buffer.alloc(16, 0x42), Buffer.from(text)]);
    return Buffer.concat([Buffer.of(type, payload.length), payload]);
  });
  const heads = codec === 'avc' ? [Buffer.of(6)] : [Buffer.of(39 << 1, 1), Buffer.of(40 << 1, 1)];
  return Buffer.concat(
    heads.map((head) => {
      const unit = Buffer.concat([head, ...messages, Buffer.of(0x80)]);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return Buffer.concat([length, unit]);
    }),
  );
}

function frameOf(codec: 'avc' | 'hevc', bytes: number, type: 'key' | 'delta'): Uint8Array {
  const frame = Buffer.alloc(bytes, 0x5a);
  frame.writeUInt32BE(bytes - 4);
  const heads = codec === 'avc' ? { key: 0x65, delta: 0x41 } : { key: 0x26, delta: 0x02 };
  frame[4] = heads[type];
  return frame;
}

function vp8Frame(bytes: number, type: 'key' | 'delta'): Uint8Array {
  const frame = Buffer.alloc(bytes, 0x5a);
  frame[0] = type === 'key' ? 0x10 : 0x11;
  if (type === 'key') {
    frame.set([0x9d, 0x01, 0x2a], 3);
    frame.writeUInt16LE(64, 6);
    frame.writeUInt16LE(48, 8);
  }
  return frame;
}
