interface WithSink {
  setSinkId?: (deviceId: string) => Promise<void>;
}

/** Whether the browser lets pages choose the speaker. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

export function playOn(element: HTMLMediaElement & WithSink, deviceId: string | undefined): void {
  if (deviceId === undefined) return;
  // If the speaker is unplugged, the system's default stays in use.
  element.setSinkId?.(deviceId).catch(() => {});
}
