// Tones told apart by their rhythm: the table's buzzer, on a phone. Pitches in Hz, 0 for silence, and lengths in ms.
export const TONES = {
  seen: [[1760, 40]],
  accepted: [[880, 80], [0, 70], [1320, 80]],
  refused: [[440, 450]],
  question: [[880, 80], [0, 70], [1760, 300]],
  stroke: [[1760, 60], [0, 60], [1320, 60], [0, 60], [1760, 60], [0, 60], [1320, 60]],
  win: [[880, 100], [0, 70], [1320, 100], [0, 70], [1760, 500]],
};
const GAP_S = 0.15;
const EDGE_S = 0.008; // a tone that begins at once clicks
const LOUDNESS = 0.18;

let audio;
let silentFrom = 0;

// To be called from a touch: browsers let no page sound before one.
export function wake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

export function sound(names) {
  if (audio?.state !== "running" || silentFrom > audio.currentTime + 2) return;
  for (const name of names) {
    let at = Math.max(audio.currentTime, silentFrom);
    for (const [hz, ms] of TONES[name] ?? []) {
      if (hz) note(hz, at, ms / 1000);
      at += ms / 1000;
    }
    silentFrom = at + GAP_S;
  }
}

function note(hz, at, length) {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hz });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, at + EDGE_S);
  loudness.gain.setValueAtTime(LOUDNESS, at + length - EDGE_S);
  loudness.gain.linearRampToValueAtTime(0, at + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
