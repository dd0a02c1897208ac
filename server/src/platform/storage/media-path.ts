/** The path of a file of a picture or video. `media/serving/` serves it. */
export const mediaPath = (id: string, name: string): string => `/media/${id}/${name}`;
