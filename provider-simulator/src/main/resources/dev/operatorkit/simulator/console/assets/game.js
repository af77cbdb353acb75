// Shows the slot. The simulator decides each outcome. No library, no build step.
'use strict';
{
  const SYMBOLS = {
    cherry: '<path d="M30 30C36 16 50 10 62 10C54 22 50 32 52 44" fill="none" stroke="#3b7d2e" stroke-width="5" stroke-linecap="round"/><circle cx="26" cy="60" r="20" fill="#d4213d"/><circle cx="62" cy="66" r="20" fill="#b3152f"/><circle cx="20" cy="53" r="5" fill="#fff9"/><circle cx="56" cy="59" r="5" fill="#fff9"/>',
    lemon: '<path d="M12 54C14 26 42 12 66 22C74 20 82 24 84 32C90 60 66 84 38 80C22 80 12 70 12 54Z" fill="#f4cf2e" stroke="#c79a10" stroke-width="4"/><path d="M28 40C34 31 43 28 52 29" stroke="#fff8" stroke-width="6" fill="none" stroke-linecap="round"/>',
    plum: '<ellipse cx="48" cy="56" rx="32" ry="30" fill="#5e3aa3"/><path d="M48 28C49 48 47 66 50 84" stroke="#432779" stroke-width="4" fill="none"/><path d="M48 28C56 12 70 12 78 20C68 28 58 30 48 28Z" fill="#4c9a3c"/><ellipse cx="33" cy="46" rx="6" ry="9" fill="#fff5"/>',
    bell: '<path d="M48 10C66 12 70 30 72 46C73 58 80 62 84 70H12C16 62 23 58 24 46C26 30 30 12 48 10Z" fill="#e9a820" stroke="#a86f08" stroke-width="4"/><circle cx="48" cy="78" r="9" fill="#a86f08"/><path d="M36 26C32 34 32 42 31 50" stroke="#fff8" stroke-width="5" fill="none" stroke-linecap="round"/>',
    star: '<path d="M48 8L60 36L90 39L67 59L74 88L48 72L22 88L29 59L6 39L36 36Z" fill="#2f9fd0" stroke="#17678c" stroke-width="4" stroke-linejoin="round"/><path d="M48 22L55 40L72 42" fill="none" stroke="#fff8" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
    seven: '<path d="M16 14H82V30C64 46 54 64 52 86H30C32 64 42 48 56 34H16Z" fill="#d3202f" stroke="#7e0d18" stroke-width="5" stroke-linejoin="round"/>',
  };
  const NAMES = Object.keys(SYMBOLS);
  const PAYS = [[25, 'seven'], [10, 'star'], [5, 'bell'], [2, 'plum'], [1, 'lemon'], [0, 'cherry']];

  const stage = document.querySelector('[data-game]');
  const dom = (name) => stage.querySelector(`[data-${name}]`);
  const form = dom('form');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let autoplay = 0;

  const cell = (name) => `<div class="cell"><svg viewBox="0 0 96 96" aria-hidden="true">${SYMBOLS[name]}</svg></div>`;
  const pick = (n) => crypto.getRandomValues(new Uint32Array(1))[0] % n;
  const other = (than) => NAMES.filter((name) => !than.includes(name))[pick(NAMES.length - than.length)];

  /** Returns three symbols: three equal ones for a win, chosen by its size, and never three equal ones otherwise. */
  function line(result) {
    if (result.won) {
      const name = PAYS.find(([multiple]) => result.multiple >= multiple)[1];
      return [name, name, name];
    }
    const first = other([]);
    const second = pick(3) === 0 ? first : other([first]);
    return [first, second, other([first, second])];
  }

  function show(reel, name, index, spin) {
    const strip = reel.querySelector('.strip');
    const rolled = spin && !calm ? Array.from({length: 12 + index * 5}, () => other([])) : [];
    const rows = [other([name]), name, other([name]), ...rolled];
    strip.innerHTML = rows.map(cell).join('');
    if (rolled.length === 0) return Promise.resolve();
    const height = strip.firstElementChild.getBoundingClientRect().height;
    const frames = [{transform: `translateY(-${rolled.length * height}px)`}, {transform: 'translateY(0)'}];
    return strip.animate(frames, {duration: 500 + index * 260, easing: 'cubic-bezier(.15,.7,.25,1.04)'}).finished;
  }

  const reels = () => [...stage.querySelectorAll('.reel')];
  const turn = (symbols, spin) => Promise.all(reels().map((reel, i) => show(reel, symbols[i], i, spin)));

  function say(html, failed) {
    const message = dom('message');
    message.classList.toggle('bad', !!failed);
    message.replaceChildren(html);
  }

  /** Keeps each amount and its currency in one line. */
  const whole = (words) => words.replace(/(\d) (?=[A-Z][A-Z0-9]+\b)/g, '$1\u00a0');

  function text(content, strong) {
    const fragment = document.createDocumentFragment();
    if (strong) {
      const element = document.createElement('strong');
      element.textContent = whole(strong);
      fragment.append(element, ' ');
    }
    fragment.append(whole(content));
    return fragment;
  }

  function addRound(result) {
    const item = document.createElement('li');
    const summary = document.createElement('span');
    summary.textContent = whole(result.summary);
    summary.className = result.failed ? 'bad' : result.won ? 'good' : '';
    item.append(summary);
    if (result.roundUrl) {
      const link = document.createElement('a');
      link.href = result.roundUrl;
      link.target = '_blank';
      link.textContent = 'exchanges';
      item.append(link);
    }
    const rounds = dom('rounds');
    rounds.prepend(item);
    while (rounds.children.length > 8) rounds.lastElementChild.remove();
  }

  async function play() {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, {method: 'POST', body});
    if (!answer.ok) {
      const error = await answer.json().catch(() => ({message: `Unexpected status ${answer.status} from the simulator. See its log.`}));
      throw new Error(error.message);
    }
    return answer.json();
  }

  async function spin() {
    const button = dom('spin');
    button.disabled = true;
    stage.querySelector('.cabinet').classList.remove('won');
    say(text('…'));
    try {
      const result = await play();
      await turn(line(result), true);
      stage.querySelector('.cabinet').classList.toggle('won', result.won);
      dom('balance').textContent = result.balance;
      dom('payout').textContent = result.payout;
      if (dom('free') && result.freeRounds) dom('free').textContent = result.freeRounds;
      say(text(result.message, result.won ? result.payout : ''), result.failed);
      addRound(result);
      if (result.failed) stop();
    } catch (error) {
      say(text(error.message), true);
      stop();
    } finally {
      button.disabled = false;
    }
  }

  /** Shows which faults are on now: the console switches them, and each spin counts them down. */
  async function showFaults() {
    if (document.hidden) return;
    const page = await fetch(location.href).then((answer) => answer.text(), () => '');
    const now = new DOMParser().parseFromString(page, 'text/html').querySelector('[data-faults]');
    if (now && now.innerHTML !== dom('faults').innerHTML) dom('faults').innerHTML = now.innerHTML;
  }

  function stop() {
    autoplay = 0;
    dom('autoplay').setAttribute('aria-pressed', 'false');
    dom('autoplay').textContent = 'Autoplay 10';
  }

  async function run() {
    autoplay = 10;
    dom('autoplay').setAttribute('aria-pressed', 'true');
    while (autoplay > 0) {
      dom('autoplay').textContent = `Stop (${autoplay} left)`;
      await spin();
      autoplay = Math.max(0, autoplay - 1);
    }
    stop();
  }

  if (stage) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!dom('spin').disabled) spin();
    });
    dom('autoplay').addEventListener('click', () => (autoplay > 0 ? stop() : run()));
    turn(['seven', 'star', 'bell'], false);
    dom('spin').disabled = dom('autoplay').disabled = false;
    if (dom('faults')) setInterval(showFaults, 2000);
  }
}
