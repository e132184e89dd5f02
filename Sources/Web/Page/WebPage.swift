/// The page: one file, with nothing from elsewhere.
///
/// Of the backend's texts the page reads two. `said` has `said`, the picture as a sentence, and
/// `title`. `controls` has `lang`, `en` or `ko`; `can`, whether pressing is allowed; `panels`, their
/// names; `commands`, each as `[name, label]`; `choices`, each as `{"name", "label", "now", "of":
/// [[value, label], …]}`, which the page sends as `name=value`; `brightness` 0…100; `rotate` in
/// seconds; `screen`, true or false; `leaves`, whether this browser was paired, and can be
/// forgotten.
///
/// Timers stand still while a computer sleeps or a tab is frozen. So the page measures silence by
/// the clock, once a second and also before it shows an event, which may have waited as long. After
/// 14 seconds of silence, noticed within 15, the price is old, and its age counts from the last
/// event. The price is also old if the clock was set back, since nobody knows for how long.
enum WebPage {
  static func answer(nonce: String) -> WebAnswer {
    WebAnswer(
      200, "text/html; charset=utf-8", .bytes(Array(text(nonce: nonce).utf8)),
      policy: """
        default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
        connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; \
        frame-ancestors 'none'
        """)
  }

  /// - Parameter nonce: the browser runs only what bears it; letters that need no escape.
  static func text(nonce: String) -> String {
    parts.joined(separator: nonce)
  }

  private static let parts = split(source)

  /// The parts of the text between the nonces, without the indents, which the browser does not need.
  private static func split(_ text: String) -> [String] {
    let mark = Array("NONCE".utf8)
    let (space, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var parts: [[UInt8]] = [[]]
    for byte in text.utf8 where byte != space || parts[parts.count - 1].last != newline {
      parts[parts.count - 1].append(byte)
      if parts[parts.count - 1].suffix(mark.count).elementsEqual(mark) {
        parts[parts.count - 1].removeLast(mark.count)
        parts.append([])
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  // swift-format-ignore
  private static let source = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>tealight</title>
    <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23e9a23b' d='M8 1c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z'/%3E%3C/svg%3E">
    <noscript><meta http-equiv="refresh" content="1"></noscript>
    <style nonce="NONCE">
    :root{color-scheme:light dark;--ground:#f3f1ec;--card:#fff;--ink:#23211d;--soft:#6b675f;--line:#d8d3c9;--flame:#965800;font:16px/1.45 system-ui,sans-serif}
    @media(prefers-color-scheme:dark){:root{--ground:#131211;--card:#1e1c1a;--ink:#e9e5de;--soft:#a09a90;--line:#383430;--flame:#f0b04f}}
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem;background:var(--ground);color:var(--ink);display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;justify-items:center}
    main{display:flex;flex-wrap:wrap;gap:1.25rem;place-content:center;align-items:center;width:100%;min-height:6rem}
    figure{margin:0;text-align:center;color:var(--soft);font-size:.85rem}
    figure>div{display:inline-block;padding:14px;border-radius:16px;background:#0a0a0a;box-shadow:0 0 0 1px #2c2a28,0 10px 30px #0004;line-height:0}
    figure.round>div{border-radius:50%}
    canvas{image-rendering:pixelated;transition:opacity .3s,filter .3s}
    .round canvas{border-radius:50%}
    .old canvas{filter:grayscale(1);opacity:.3!important}
    p{margin:0;text-align:center;max-width:36rem;font-variant-numeric:tabular-nums}
    #note{min-height:1.45em;color:var(--soft);font-size:.9rem}
    .old #note{color:var(--flame)}
    nav,#all div{display:flex;flex-wrap:wrap;gap:.5rem;justify-content:center}
    nav{display:grid;grid-template-columns:repeat(3,minmax(5rem,8rem))}
    button,select,input,summary{font:inherit;color:inherit;min-height:44px;border:1px solid var(--line);border-radius:10px;background:var(--card);padding:0 .9rem}
    button{cursor:pointer;touch-action:manipulation}
    button:hover{border-color:var(--soft)}
    button:active{background:var(--line)}
    :focus-visible{outline:3px solid var(--flame);outline-offset:2px}
    summary{display:flex;align-items:center;justify-content:center;border:0;background:none;color:var(--soft);cursor:pointer}
    #set{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr));gap:.75rem;width:100%}
    label{display:grid;gap:.2rem;font-size:.85rem;color:var(--soft)}
    label>:not(span){width:100%;font-size:1rem;color:var(--ink)}
    label.row{grid-template-columns:44px auto;align-items:center;justify-content:start}
    input[type=range],input[type=checkbox]{accent-color:var(--flame);padding:0}
    input[type=checkbox]{width:22px;min-height:22px;margin:11px}
    form{display:grid;gap:.75rem;justify-items:center}
    form:not([hidden])~*{display:none}
    .sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    @media(prefers-reduced-motion:reduce){*{transition:none!important}}
    </style>
    </head>
    <body class="old">
    <noscript><img src="/screen.png" alt="tealight"></noscript>
    <main></main>
    <p id="said"></p>
    <p id="note" role="status"></p>
    <p id="age"></p>
    <p id="live" class="sr" aria-live="polite"></p>
    <form hidden>
    <p data-w="pair"></p>
    <input autocomplete="username" hidden>
    <label><span data-w="key"></span><input name="key" autocomplete="current-password" type="password" required></label>
    <button data-w="enter"></button>
    </form>
    <nav hidden data-l="buttons"></nav>
    <section id="set" hidden data-l="settings">
    <label><span data-w="light"></span><input type="range" min="0" max="100" step="5" id="light" data-n="brightness"></label>
    <label><span data-w="rotate"></span><select id="rotate" data-n="rotate"></select></label>
    <label class="row"><input type="checkbox" id="screen" data-n="screen"><span data-w="screen"></span></label>
    </section>
    <details id="all" hidden><summary data-w="all"></summary><div></div></details>
    <label class="row"><input type="checkbox" id="speak"><span data-w="speak"></span></label>
    <button id="leave" hidden data-w="leave"></button>
    <script nonce="NONCE">
    "use strict";
    const words={en:{gone:"not connected",full:"too many viewers",sec:" s",pair:"On the link page press the button for the next market and scan the code, or enter the digits or the password.",key:"Six digits or password",enter:"Enter",buttons:"Buttons",settings:"Settings",nav:["◀ Market","Home","Market ▶","▲ Page","★ Mark","Page ▼"],light:"Brightness",rotate:"Change markets",never:"never",screen:"Screen on",all:"All buttons",speak:"Speak changes",leave:"Forget this browser"},
    ko:{gone:"연결이 끊겼습니다",full:"접속자가 너무 많습니다",sec:"초",pair:"연결 화면에서 다음 종목 버튼을 눌러 코드를 스캔하거나, 여섯 자리 숫자 또는 비밀번호를 입력하세요.",key:"여섯 자리 숫자 또는 비밀번호",enter:"확인",buttons:"버튼",settings:"설정",nav:["◀ 종목","처음","종목 ▶","▲ 화면","★ 관심","화면 ▼"],light:"밝기",rotate:"종목 자동 순환",never:"안 함",screen:"화면 켜기",all:"모든 버튼",speak:"바뀌면 읽어 주기",leave:"이 브라우저 잊기"}};
    const doc=document,body=doc.body,$=s=>doc.querySelector(s),make=(tag,props)=>Object.assign(doc.createElement(tag),props),form=$("form"),note=$("#note"),age=$("#age"),every=(s,f)=>doc.querySelectorAll(s).forEach(f);
    let w,source,pairs,wait=500,since=0,due=0,panels=[],spoken=0,said="",state={};
    const plain=text=>{if(note.textContent!==text)note.textContent=text},count=()=>age.textContent=since&&form.hidden?Math.round((Date.now()-since)/1e3)+w.sec:"";
    function speakIn(lang){
      const next=words[lang]||words.en;
      if(w===next)return;
      w=next;doc.documentElement.lang=words[lang]?lang:"en";
      fill($("nav"),["previous-market","home","next-market","previous-page","mark","next-page"].map((c,i)=>[c,w.nav[i]]),button);
      every("[data-w]",e=>e.textContent=w[e.dataset.w]);
      every("[data-l]",e=>e.setAttribute("aria-label",w[e.dataset.l]));
      const r=rotate,now=r.value;
      r.replaceChildren(...[0,5,10,15,30,60,120,300].map(n=>new Option(n?n+w.sec:w.never,n)));r.value=now}
    function panel(n){
      if(!panels[n]){
        const figure=make("figure"),hull=make("div"),canvas=make("canvas"),label=make("figcaption");
        canvas.setAttribute("role","img");canvas.setAttribute("aria-labelledby","said");
        hull.append(canvas);figure.append(hull,label);
        panels[n]={figure,canvas,label,ink:canvas.getContext("2d",{alpha:false})};
        $("main").replaceChildren(...panels.filter(Boolean).map(p=>p.figure));name()}
      return panels[n]}
    function name(){
      const names=state.panels||[];
      for(const p of panels.splice(names.length||panels.length))p.figure.remove();
      panels.forEach((p,n)=>p.label.textContent=names[1]?names[n]:"")}
    function fit(){
      const many=panels.filter(Boolean).length>1,dpr=devicePixelRatio,room=Math.min($("main").clientWidth-28,many?420:640)*dpr,high=innerHeight*.55*dpr;
      for(const p of panels)if(p){
        const{width:x,height:y}=p.canvas,n=Math.min(room/x,high/y),k=(n<1?n:Math.floor(n))/dpr;
        p.canvas.style.width=x*k+"px";p.canvas.style.height=y*k+"px"}}
    function paint(p,x,y,width,height){
      const out=new Uint32Array(p.image.data.buffer),row=p.image.width;
      for(let v=y;v<y+height;v++)for(let i=v*row+x,end=i+width;i<end;i++)out[i]=p.colours[p.values[i]];
      p.ink.putImageData(p.image,0,0,x,y,width,height)}
    const events={
      size(p,b,two){
        const x=two(0),y=two(2);
        p.canvas.width=x;p.canvas.height=y;p.figure.classList.toggle("round",b[4]===1);
        p.image=p.ink.createImageData(x,y);p.values=new Uint8Array(x*y);fit();
        if(p.colours)paint(p,0,0,x,y)},
      palette(p,b){
        p.colours=Uint32Array.from({length:256},(_,i)=>0xff000000|b[i*3+2]<<16|b[i*3+1]<<8|b[i*3]);
        paint(p,0,0,p.image.width,p.image.height)},
      pixels(p,b,two){
        for(let at=0;at<b.length;){
          const[x,y,width,height]=[0,2,4,6].map(i=>two(at+i));at+=8;
          let n=0;const put=v=>{p.values[(y+(n/width|0))*p.image.width+x+n%width]=v;n++};
          while(n<width*height){
            const c=b[at++];
            if(c<128)for(let i=0;i<=c;i++)put(b[at++]);
            else{const v=b[at++];for(let i=0;i<257-c;i++)put(v)}}
          paint(p,x,y,width,height)}},
      light(p,b){p.canvas.style.opacity=b[0]&&.5+b[0]/200}};
    function tell(){
      const now=Date.now();
      if(speak.checked&&said&&now-spoken>15e3){spoken=now;live.textContent=said}}
    function fill(e,of,item){
      const list=JSON.stringify(of);
      if(e.list!==list){e.list=list;e.replaceChildren(...of.map(item))}}
    function button([c,textContent]){
      const b=make("button",{textContent});b.dataset.c=c;return b}
    function choose(c){
      let e=$(`[data-n="${c.name}"]`);
      if(!e){
        const label=make("label");e=make("select");e.dataset.n=c.name;
        label.append(make("span"),e);$("#set").prepend(label)}
      fill(e,c.of,([v,t])=>new Option(t,v));
      e.previousSibling.textContent=c.label;e.value=c.now}
    const texts={
      ping(){},
      said(s){said=s.said;doc.title=s.title;$("#said").textContent=said;tell()},
      controls(s){
        state=s;speakIn(s.lang);
        every("nav,#set,#all",e=>e.hidden=!s.can);
        s.choices.reverse().forEach(choose);
        if(!light.matches(":active,:focus-visible"))light.value=s.brightness;
        const r=rotate;r.value=s.rotate;if(r.selectedIndex<0){r.add(new Option(s.rotate+w.sec,s.rotate));r.value=s.rotate}
        $("#screen").checked=s.screen;
        fill($("#all div"),s.commands,button);
        name();
        leave.hidden=!s.leaves}};
    const ask=(path,method,body)=>fetch(path,{method,body,signal:AbortSignal.timeout?.(1e4)});
    const post=(path,text)=>ask(path,"POST",text).then(a=>a.text().then(text=>(plain(a.ok?"":text),a.ok))).catch(()=>{plain(w.gone);setTimeout(()=>body.className||clear(),5e3)});
    const send=text=>post("/command",text);
    const clear=()=>[w.gone,w.full].includes(note.textContent)&&plain("");
    const late=()=>due&&Math.abs(due-1e4-Date.now())>1e4&&!lost();
    function alive(){
      if(late())return;
      due=Date.now()+14e3;
      if(body.className){since=0;wait=500;body.className="";form.hidden=1;plain("");count();every("canvas",c=>c.width=c.width)}
      return 1}
    function lost(){
      source.close();body.className||plain(w.gone);
      since=since||Math.min(Date.now(),due-14e3);due=0;body.className="old";
      said=live.textContent="";$("#said").textContent="\u00a0";doc.title="tealight";
      ask("/events","HEAD").then(a=>{
        if(form.hidden=a.status!==401)again(a.headers.has("Retry-After")&&w.full);
        else clear()},()=>again())}
    function again(why){
      plain(why||w.gone);
      setTimeout(open,wait*(.5+Math.random()));wait=Math.min(wait*2,8e3)}
    function open(){
      source?.close();
      due=Date.now()+14e3;source=new EventSource("/events");
      for(const name in events)source.addEventListener(name,({data})=>{
        if(!alive())return;
        const[n,text]=data.split(" "),b=Uint8Array.from(atob(text),c=>c.charCodeAt(0));
        events[name](panel(+n),b,at=>b[at]<<8|b[at+1])});
      for(const name in texts)source.addEventListener(name,({data})=>alive()&&texts[name](JSON.parse(data)));
      source.onerror=lost}
    setInterval(()=>{late();tell();count()},1e3);doc.onvisibilitychange=late;
    onclick=({target})=>{const c=target.closest("[data-c]");c&&send(c.dataset.c)};
    onchange=({target:e})=>{if(e.dataset.n)send(e.dataset.n+"="+(e.id==="screen"?e.checked?"on":"off":e.value))};
    speak.onchange=()=>{spoken=live.textContent="";tell()};
    leave.onclick=()=>post("/leave").then(ok=>ok&&location.reload());
    const pair=key=>{if(pairs)return;pairs=1;post("/pair",new URLSearchParams({key})).then(()=>{pairs=0;form.reset();open()})};
    form.onsubmit=e=>{e.preventDefault();pair(form.key.value)};
    const keys={n:"next-market",ArrowRight:"next-market",b:"previous-market",ArrowLeft:"previous-market",p:"next-page",h:"home",f:"mark",l:"next-layout",t:"next-theme",c:"next-colours",u:"next-currency",g:"next-language"};
    onkeydown=e=>{
      const busy=e.target.closest("input,select,textarea");
      const c=keys[e.key]||keys[e.code?.slice(3).toLowerCase()];
      if(e.ctrlKey||e.altKey||e.metaKey||busy||!state.can||!c)return;
      send(c);e.preventDefault()};
    onresize=fit;
    speakIn(navigator.language.slice(0,2));
    const secret=new URLSearchParams(location.search).get("pair");
    if(secret){history.replaceState(0,"","/");pair(secret)}else open();
    </script>
    </body>
    </html>
    """#
}
