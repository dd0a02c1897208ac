import type { Persona } from '../persona.ts';

export const grace: Persona = {
  username: 'grace_whitlock',
  fullName: 'Grace Whitlock',
  bio: 'Retired lighthouse supply clerk, active knitter. Lunenburg County, Nova Scotia. I read everything you post.',
  joined: 290,
  interests: ['knitting', 'weaving', 'weather', 'sailing', 'books'],
  posts: [
    {
      text: 'Turned the heel, dropped a stitch, said a word. The cat left the room.',
      isLoved: true,
      replies: [{ by: 'rosa_quispe', text: 'The stitch was breathing, that’s all.' }],
    },
    {
      text: 'I ordered lamp oil, biscuits and paint for eleven lighthouses for twenty-six years and never once was asked if I’d like to see one. Went on my own the day after I retired. It was smaller than the paperwork.',
      isLoved: true,
      replies: [
        {
          by: 'pelle_nyqvist',
          text: 'On behalf of everyone who ever steered by one: thank you for the oil.',
        },
        { by: 'fionnuala_k', text: 'Come to Galway, we’ll get you into the lot of them.' },
      ],
    },
    {
      text: 'My grandson says I should call them “followers”. I call them “my people on the machine”. There are more of you than came to the church supper.',
      replies: [
        { by: 'amara_okafor', text: 'Your people on the machine say good evening.' },
        { by: 'jun_dima', text: 'Good morning from the other side of the machine!' },
      ],
    },
    {
      text: 'Fog so thick today that the gulls were walking.',
      isLoved: true,
      replies: [{ by: 'ailsa_macrae', text: 'Here too. Met my own gate with my knee.' }],
    },
    {
      text: 'Finished the sweater for a boy who’s grown two sizes since I began. He’s going to wear it as an idea.',
    },
    {
      text: 'Pattern for the salt-spray mitten, as it was given to me, with the part nobody understands left in: https://mittens.example.org/salt-spray',
      isEdited: true,
      replies: [
        {
          by: 'rosa_quispe',
          text: 'I understand it. It’s a river.',
          replies: [{ by: 'grace_whitlock', text: 'Well I never. It is.' }],
        },
      ],
    },
    {
      text: 'Storm took the shed roof and put it down on the Hennigars’, perfectly straight. They asked if they could keep it.',
      isLoved: true,
    },
    {
      text: 'When I was a girl the radio read the lighthouse weather at six, and my father wrote it on the back of whatever envelope was nearest. After he died we found a trunk of them, forty years of wind on gas bills. My brother wanted to throw them out. I’ve been knitting them instead: one row a day, grey for fog, white for clear, blue for a blow, red for the one day he wrote “lovely”. I’m in 1961. There’s a lot of grey. I have only the one ball of red, and so far it’s enough.',
      hoursAgo: 74,
      isLoved: true,
      replies: [
        {
          by: 'rosa_quispe',
          text: 'Señora Grace, eso es exactamente lo que hacemos aquí con los ríos.',
        },
        { by: 'fionnuala_k', text: 'I’ll post you red. I’ll post you a crate of red.' },
      ],
    },
    {
      text: 'Bench by the government wharf, spruce, two planks, painted every year by whoever has paint. This year it’s four colours. On it: me, and my thermos. #BenchCount',
      hoursAgo: 8,
      replies: [{ by: 'mateus_figueira', text: 'The wharf bench of Grace! In capital letters.' }],
    },
  ],
};
