import type { Persona } from '../persona.ts';

export const seun: Persona = {
  username: 'seun_bako',
  fullName: 'Seun Bako',
  bio: 'Abuja. Runs slowly before sunrise and talks about it fast. Coach of nobody. Physics by day.',
  joined: 219,
  interests: ['running', 'walking', 'sky'],
  posts: [
    {
      text: 'Slow kilometre club, rule one: if you can’t tell a story while running, you’re running too fast. Rule two: the story should be about somebody else. #SlowRun',
      isLoved: true,
      replies: [
        { by: 'dylan_yazzie', text: 'Rule three: downhill stories may be true.' },
        { by: 'jun_dima', text: 'Where do I sign.' },
      ],
    },
    {
      text: 'This morning three goats overtook me. They weren’t even trying.',
      replies: [{ by: 'ailsa_macrae', text: 'They were. They talk about it for weeks.' }],
    },
    { text: 'Bought cheaper shoes. My left foot has filed a complaint.' },
    {
      text: 'Ran past my old school at dawn. The same man was sweeping the same steps. He shouted: “Bako! Late again!” Twenty-two years. #SlowRun',
      isLoved: true,
      replies: [
        {
          by: 'kavita_joshi',
          text: 'Teachers never forget, but the man who sweeps knows everything.',
        },
      ],
    },
    {
      text: 'Explaining to class why you can’t run away from your own acceleration. A boy says “sir, but you try every morning”.',
      replies: [{ by: 'kavita_joshi', text: 'Full marks.' }],
    },
    { text: '10 km. 64 minutes. One puncture (not mine, I stopped to help). #SlowRun' },
    {
      text: 'It’s not the hill. It’s the second hill, the one that was standing behind the first one with its hands in its pockets.',
      isLoved: true,
      replies: [
        { by: 'mateus_figueira', text: 'I know this hill. I have measured it. It has no bench.' },
      ],
    },
    { text: 'Rest day. I walked to the window and back, at race pace.' },
    {
      text: 'Rain, no lights, and a whole street of people coming out to stand under one awning. Nobody was going anywhere, so I told the goat story. It went well. #SlowRun',
      hoursAgo: 27,
      replies: [
        { by: 'amara_okafor', text: 'The goat story gets better every time the goats get faster.' },
      ],
    },
  ],
};
