interface WithSink {
  setSinkId?: (deviceId: string) => Promise<void>;
}

/** Whether the browser lets pages choose where sound comes out. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

export function playOn(element: HTMLMediaElement & WithSink, deviceId: string | undefined): void {
  if (deviceId === undefined) return;
  // One that is gone leaves it with the system's own.
  element.setSinkId?.(deviceId).catch(() => {});
}
