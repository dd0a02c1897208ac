import type { Persona } from '../persona.ts';

export const leilani: Persona = {
  username: 'leilani_kahale',
  fullName: 'Leilani Kahale',
  bio: 'Fourth grade by day, tide pools by low water. Hilo. Ask me about sea cucumbers (please).',
  joined: 149,
  interests: ['teaching', 'maths', 'walking', 'sailing'],
  posts: [
    {
      text: 'Fact that silenced 24 nine-year-olds: a sea cucumber breathes through its bottom. Fact that restarted them: so what happens when it’s sad?',
      isLoved: true,
      replies: [{ by: 'kavita_joshi', text: 'This is the “but why” we live for.' }],
    },
    {
      text: 'Low tide 6:12. Two octopuses, one of them pretending to be my shoe. I nearly took the wrong one home.',
      isLoved: true,
      replies: [{ by: 'wren_ashdown', text: 'Which size?' }],
    },
    {
      text: 'We did the rope geometry of @kavita_joshi in wet sand. The tide marked it. Everyone passed except for my own circle.',
    },
    {
      text: 'Rain for nine days. The classroom smells like 24 sneakers and one banana, and nobody can find the banana.',
      replies: [
        {
          by: 'seun_bako',
          text: 'It’s in the piano. It is always in the piano.',
          replies: [{ by: 'leilani_kahale', text: 'IT WAS IN THE PIANO.' }],
        },
      ],
    },
    {
      text: 'A parent brought her own fourth-grade notebook from here, 1987. Same tide pool, same drawing of the same rock. We put them side by side on the wall. One urchin more today than then.',
      isLoved: true,
      replies: [
        { by: 'arjun_nambiar', text: 'That’s a dataset! A beautiful one.' },
        { by: 'takumi_mori', text: 'The same corner for thirty-eight years. I have work to do.' },
      ],
    },
    { text: 'Nobody tells you that half of teaching is zippers.', isLoved: true },
    {
      text: 'Bench: one fallen monkeypod trunk, above the cove, smooth from fifty years of children. On it: all of fourth grade, in order of height, then in order of birthdays, then in no order. #BenchCount',
      hoursAgo: 6,
      isLoved: true,
      replies: [
        {
          by: 'mateus_figueira',
          text: 'Length? I have to know.',
          replies: [{ by: 'leilani_kahale', text: 'Eleven metres, or 24 children.' }],
        },
      ],
    },
  ],
};
