<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 cuts hard; 100 keeps the finest hair.</source>
      <translation>0 schneidet hart; 100 behält die feinsten Haare.</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>1 Bild</translation>
    </message>
    <message>
      <source>100 %: every pixel</source>
      <translation>100 %: jedes Pixel</translation>
    </message>
    <message>
      <source>A folder of slides…</source>
      <translation>Ein Ordner mit Folien…</translation>
    </message>
    <message>
      <source>A folder, or a numbered sequence…</source>
      <translation>Ein Ordner oder eine nummerierte Bildfolge…</translation>
    </message>
    <message>
      <source>A matte would have another file's name; give them a pattern of names.</source>
      <translation>Eine Matte hieße wie eine andere Datei; bitte ein Namensmuster angeben.</translation>
    </message>
    <message>
      <source>A moment: looking around first…</source>
      <translation>Einen Moment: erst wird nachgesehen…</translation>
    </message>
    <message>
      <source>A picture of your home, in a file that nobody but you can read. It is deleted when you forget the room, or switch this off.</source>
      <translation>Ein Bild der Wohnung, in einer Datei, die sonst niemand lesen kann. Es wird gelöscht, wenn der Raum vergessen oder dies ausgeschaltet wird.</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>Eine Aufnahme läuft. Sie wird abgeschlossen und behalten.</translation>
    </message>
    <message>
      <source>A saved look with its background</source>
      <translation>Ein gespeicherter Look mit seinem Hintergrund</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Eine Tonspur ({codec}) wurde weggelassen: Dieser Dateityp kann sie nicht aufnehmen.</translation>
    </message>
    <message>
      <source>A track of subtitles ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Eine Untertitelspur ({codec}) wurde weggelassen: Dieser Dateityp kann sie nicht aufnehmen.</translation>
    </message>
    <message>
      <source>A track of {kind} ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Eine Spur {kind} ({codec}) wurde weggelassen: Dieser Dateityp kann sie nicht aufnehmen.</translation>
    </message>
    <message>
      <source>A video or a picture…</source>
      <translation>Ein Video oder ein Bild…</translation>
    </message>
    <message>
      <source>A window</source>
      <translation>Ein Fenster</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Info</translation>
    </message>
    <message>
      <source>About Backdrop</source>
      <translation>Über Backdrop</translation>
    </message>
    <message>
      <source>About half the size</source>
      <translation>Etwa halb so groß</translation>
    </message>
    <message>
      <source>About twice the size, with the least compression</source>
      <translation>Etwa doppelt so groß, am wenigsten komprimiert</translation>
    </message>
    <message>
      <source>Across</source>
      <translation>Waagerecht</translation>
    </message>
    <message>
      <source>Add backgrounds</source>
      <translation>Hintergründe hinzufügen</translation>
    </message>
    <message>
      <source>Add pictures or videos</source>
      <translation>Bilder oder Videos hinzufügen</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>Adresse einer Netzwerkkamera</translation>
    </message>
    <message>
      <source>After</source>
      <translation>Nachher</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>Alle Dateien</translation>
    </message>
    <message>
      <source>All of the film again</source>
      <translation>Wieder der ganze Film</translation>
    </message>
    <message>
      <source>Allow {host} until this window closes</source>
      <translation>{host} erlauben, bis dieses Fenster schließt</translation>
    </message>
    <message>
      <source>Also when Backdrop is not in front</source>
      <translation>Auch wenn Backdrop nicht vorn ist</translation>
    </message>
    <message>
      <source>Always here</source>
      <translation>Immer hier</translation>
    </message>
    <message>
      <source>An arrow</source>
      <translation>Eine Pfeiltaste</translation>
    </message>
    <message>
      <source>An export is running: {share:.0%} done</source>
      <translation>Ein Export läuft: {share:.0%} fertig</translation>
    </message>
    <message>
      <source>Areas of the picture</source>
      <translation>Bereiche des Bildes</translation>
    </message>
    <message>
      <source>Areas…</source>
      <translation>Bereiche…</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>Wie im Fenster</translation>
    </message>
    <message>
      <source>As it is and mirrored: fewer mistakes with Fast, for up to twice the time</source>
      <translation>Wie es ist und gespiegelt: weniger Fehler mit „Schnell“, für bis zu doppelte Zeit</translation>
    </message>
    <message>
      <source>As it is written on the web, for example #4f7cac</source>
      <translation>Wie im Web geschrieben, zum Beispiel #4f7cac</translation>
    </message>
    <message>
      <source>As the camera has you</source>
      <translation>Wie die Kamera sie zeigt</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>Polarlicht</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>Automatisch</translation>
    </message>
    <message>
      <source>Automatic ({choice})</source>
      <translation>Automatisch ({choice})</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>Zurück zum Bild (Esc)</translation>
    </message>
    <message>
      <source>Back to what was there (Esc)</source>
      <translation>Zurück zu dem, was vorher war (Esc)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>Backdrop schließt, wenn die Exporte fertig sind.</translation>
    </message>
    <message>
      <source>Backdrop has forgotten the room.</source>
      <translation>Backdrop hat den Raum vergessen.</translation>
    </message>
    <message>
      <source>Backdrop knows this room from before.</source>
      <translation>Backdrop kennt diesen Raum von früher.</translation>
    </message>
    <message>
      <source>Backdrop knows your room now, and tells you from it better.</source>
      <translation>Backdrop kennt den Raum jetzt und unterscheidet die Person besser davon.</translation>
    </message>
    <message>
      <source>Backdrop speaks English from its next start on.</source>
      <translation>Vom nächsten Start an spricht Backdrop Deutsch.</translation>
    </message>
    <message>
      <source>Backdrop tells you from your room better once it has seen the room without you. Nobody else ever sees this picture.</source>
      <translation>Backdrop unterscheidet Person und Raum besser, wenn es den Raum einmal leer gesehen hat. Niemand sonst sieht dieses Bild je.</translation>
    </message>
    <message>
      <source>Backdrop's own code, models and pictures are under the MIT licence.</source>
      <translation>Code, Modelle und Bilder von Backdrop selbst stehen unter der MIT-Lizenz.</translation>
    </message>
    <message>
      <source>Background</source>
      <translation>Hintergrund</translation>
    </message>
    <message>
      <source>Background colour</source>
      <translation>Hintergrundfarbe</translation>
    </message>
    <message>
      <source>Background {error}</source>
      <translation>Hintergrund {error}</translation>
    </message>
    <message>
      <source>Background {name} cannot be read ({reason}); choose another.</source>
      <translation>Hintergrund {name} ist nicht lesbar ({reason}); bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>Background {name} has no page that can be shown: it is damaged, empty, or no PDF; export the slides again.</source>
      <translation>Hintergrund {name} hat keine Seite, die sich zeigen lässt: beschädigt, leer oder kein PDF; bitte die Folien noch einmal exportieren.</translation>
    </message>
    <message>
      <source>Background {name} has {size:.1f} GiB, and a PDF may have {most}; save it with smaller pictures.</source>
      <translation>Hintergrund {name} hat {size:.1f} GiB, und ein PDF darf {most} haben; bitte mit kleineren Bildern speichern.</translation>
    </message>
    <message>
      <source>Background {name} is a folder without a picture in it; export the slides as pictures into it, or name a picture or a video.</source>
      <translation>Hintergrund {name} ist ein Ordner ohne Bilder; bitte die Folien als Bilder hinein exportieren oder ein Bild oder Video nennen.</translation>
    </message>
    <message>
      <source>Background {name} is damaged: some of its frames cannot be decoded whole; copy the file again if you can.</source>
      <translation>Hintergrund {name} ist beschädigt: Einige Bilder lassen sich nicht ganz decodieren; wenn möglich, die Datei noch einmal kopieren.</translation>
    </message>
    <message>
      <source>Background {name} is locked by a password; save it without one, and choose that.</source>
      <translation>Hintergrund {name} ist mit einem Passwort gesperrt; bitte ohne Passwort speichern und das wählen.</translation>
    </message>
    <message>
      <source>Background {name} {error}.</source>
      <translation>Hintergrund {name} {error}.</translation>
    </message>
    <message>
      <source>Background {name}: page {page} cannot be shown ({why}); export the slides again.</source>
      <translation>Hintergrund {name}: Seite {page} lässt sich nicht zeigen ({why}); bitte die Folien noch einmal exportieren.</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>Ausgewogen</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>Vorher</translation>
    </message>
    <message>
      <source>Before and after, for files (V)</source>
      <translation>Vorher und nachher, für Dateien (V)</translation>
    </message>
    <message>
      <source>Begin</source>
      <translation>Beginnen</translation>
    </message>
    <message>
      <source>Begin again at the end</source>
      <translation>Am Ende von vorn beginnen</translation>
    </message>
    <message>
      <source>Begin now</source>
      <translation>Jetzt beginnen</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Am besten</translation>
    </message>
    <message>
      <source>Best (hardly longer)</source>
      <translation>Am besten (kaum länger)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f} times longer)</source>
      <translation>Am besten ({ratio:.0f}-fache Zeit)</translation>
    </message>
    <message>
      <source>Best the camera offers</source>
      <translation>Das Beste, was die Kamera bietet</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>Unschärfe</translation>
    </message>
    <message>
      <source>Blur my room</source>
      <translation>Meinen Raum weichzeichnen</translation>
    </message>
    <message>
      <source>Blur strength</source>
      <translation>Weichzeichnung</translation>
    </message>
    <message>
      <source>Bokeh</source>
      <translation>Lichtkreise</translation>
    </message>
    <message>
      <source>Bookshelf</source>
      <translation>Bücherregal</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>Beides</translation>
    </message>
    <message>
      <source>Brightness</source>
      <translation>Helligkeit</translation>
    </message>
    <message>
      <source>Built-in sample</source>
      <translation>Mitgeliefertes Beispiel</translation>
    </message>
    <message>
      <source>Built-in sample as a camera</source>
      <translation>Mitgeliefertes Beispiel als Kamera</translation>
    </message>
    <message>
      <source>Calms flicker where nothing moves.</source>
      <translation>Beruhigt Flimmern, wo sich nichts bewegt.</translation>
    </message>
    <message>
      <source>Camera or file</source>
      <translation>Kamera oder Datei</translation>
    </message>
    <message>
      <source>Camera resolution and frame rate</source>
      <translation>Auflösung und Bildrate der Kamera</translation>
    </message>
    <message>
      <source>Camera {index} cannot be opened; close programs that use it.</source>
      <translation>Kamera {index} lässt sich nicht öffnen; bitte Programme schließen, die sie benutzen.</translation>
    </message>
    <message>
      <source>Cameras</source>
      <translation>Kameras</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Cancel this export</source>
      <translation>Diesen Export abbrechen</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>Abgebrochen</translation>
    </message>
    <message>
      <source>Cancelled; the first part is kept</source>
      <translation>Abgebrochen; der erste Teil bleibt erhalten</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Wird abgebrochen…</translation>
    </message>
    <message>
      <source>Carry every sound track over</source>
      <translation>Alle Tonspuren übernehmen</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>Tasten ändern…</translation>
    </message>
    <message>
      <source>Choose a camera or a file</source>
      <translation>Kamera oder Datei wählen</translation>
    </message>
    <message>
      <source>Choose a file</source>
      <translation>Eine Datei wählen</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>Wählen, wohin Aufnahmen gehen</translation>
    </message>
    <message>
      <source>Choose where to write</source>
      <translation>Wählen, wohin geschrieben wird</translation>
    </message>
    <message>
      <source>Choose where to write.</source>
      <translation>Bitte wählen, wohin geschrieben wird.</translation>
    </message>
    <message>
      <source>Choose “{device}” in the other program.</source>
      <translation>Im anderen Programm „{device}“ wählen.</translation>
    </message>
    <message>
      <source>Choose “{name}” in the other program.</source>
      <translation>Im anderen Programm „{name}“ wählen.</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>Chroma-Grün</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>Alle entfernen</translation>
    </message>
    <message>
      <source>Click a key, then press another one. At the end: keys that act everywhere.</source>
      <translation>Eine Taste anklicken, dann eine andere drücken. Am Ende: Tasten, die überall wirken.</translation>
    </message>
    <message>
      <source>Click on a thing, a microphone or a chair, or draw around it: all of it is kept</source>
      <translation>Ein Ding anklicken, etwa ein Mikrofon oder einen Stuhl, oder es umfahren: Alles davon bleibt stehen</translation>
    </message>
    <message>
      <source>Click on what shall always be seen, a microphone or a chair; or draw around it.</source>
      <translation>Anklicken, was immer zu sehen sein soll, etwa ein Mikrofon oder einen Stuhl; oder es umfahren.</translation>
    </message>
    <message>
      <source>Click, then press another key for: {action}</source>
      <translation>Klicken, dann eine andere Taste drücken für: {action}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Close Backdrop?</source>
      <translation>Backdrop schließen?</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>Danach schließen</translation>
    </message>
    <message>
      <source>Closer, as the wheel does</source>
      <translation>Näher heran, wie mit dem Mausrad</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>Codec</translation>
    </message>
    <message>
      <source>Colour as #rrggbb</source>
      <translation>Farbe als #rrggbb</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleich</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Verbinden</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>Kopiert.</translation>
    </message>
    <message>
      <source>Copy for a report</source>
      <translation>Für einen Bericht kopieren</translation>
    </message>
    <message>
      <source>Counts down while you step out</source>
      <translation>Zählt herunter, während der Platz geräumt wird</translation>
    </message>
    <message>
      <source>Cover the picture, cutting what is over</source>
      <translation>Das Bild bedecken; was übersteht, wird abgeschnitten</translation>
    </message>
    <message>
      <source>Cutout</source>
      <translation>Freisteller</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Darkens or brightens the new background.</source>
      <translation>Macht den neuen Hintergrund dunkler oder heller.</translation>
    </message>
    <message>
      <source>Daylight</source>
      <translation>Tageslicht</translation>
    </message>
    <message>
      <source>Deinterlace</source>
      <translation>Deinterlacing</translation>
    </message>
    <message>
      <source>Delay, 95 %</source>
      <translation>Verzögerung, 95 %</translation>
    </message>
    <message>
      <source>Delay, median</source>
      <translation>Verzögerung, Median</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>Diese Vorlage löschen</translation>
    </message>
    <message>
      <source>Delete what is known of this room</source>
      <translation>Löschen, was von diesem Raum bekannt ist</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Details</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>Gerät</translation>
    </message>
    <message>
      <source>Digits of a number, at least</source>
      <translation>Mindestzahl der Ziffern</translation>
    </message>
    <message>
      <source>Do it again</source>
      <translation>Noch einmal tun</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>Nicht schließen (Enter, Esc)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>Nicht verbinden</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>Noch nicht aufnehmen (Esc)</translation>
    </message>
    <message>
      <source>Do not save</source>
      <translation>Nicht speichern</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>Done at {rate:.0f} frames/s</source>
      <translation>Fertig, mit {rate:.0f} Bildern/s</translation>
    </message>
    <message>
      <source>Down</source>
      <translation>Senkrecht</translation>
    </message>
    <message>
      <source>Drag a box around the part where you are. Outside of it nothing is ever kept.</source>
      <translation>Einen Rahmen um den Teil ziehen, in dem die Person ist. Außerhalb bleibt nie etwas stehen.</translation>
    </message>
    <message>
      <source>Drag a box: outside of it nothing is ever kept</source>
      <translation>Rahmen ziehen: Außerhalb bleibt nie etwas stehen</translation>
    </message>
    <message>
      <source>Drag or click to go there; the arrow keys go by a second</source>
      <translation>Ziehen oder klicken, um dorthin zu gehen; die Pfeiltasten gehen um eine Sekunde</translation>
    </message>
    <message>
      <source>Draw around it: nothing in it is ever kept</source>
      <translation>Umfahren: Darin bleibt nie etwas stehen</translation>
    </message>
    <message>
      <source>Draw around what shall never be seen.</source>
      <translation>Umfahren, was nie zu sehen sein soll.</translation>
    </message>
    <message>
      <source>Draw in the picture where nothing is ever kept, or all of it</source>
      <translation>Im Bild zeichnen, wo nie etwas stehen bleibt oder alles</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>Zum Öffnen loslassen</translation>
    </message>
    <message>
      <source>Dropped</source>
      <translation>Ausgelassen</translation>
    </message>
    <message>
      <source>Dusk</source>
      <translation>Abendlicht</translation>
    </message>
    <message>
      <source>Edge softness</source>
      <translation>Weiche Kante</translation>
    </message>
    <message>
      <source>Edge trim</source>
      <translation>Kante beschneiden</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>Encoder</translation>
    </message>
    <message>
      <source>End of the part</source>
      <translation>Ende des Teils</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Berechnung</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>Fehler</translation>
    </message>
    <message>
      <source>Every key as it was at first</source>
      <translation>Alle Tasten wie am Anfang</translation>
    </message>
    <message>
      <source>Everyone</source>
      <translation>Alle</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <source>Export all files</source>
      <translation>Alle Dateien exportieren</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>Alle exportieren…</translation>
    </message>
    <message>
      <source>Export of {name}</source>
      <translation>Export von {name}</translation>
    </message>
    <message>
      <source>Export this file</source>
      <translation>Diese Datei exportieren</translation>
    </message>
    <message>
      <source>Export {name}</source>
      <translation>{name} exportieren</translation>
    </message>
    <message numerus="yes">
      <source>Export {n} files</source>
      <extracomment>n = 1: Export {n} file</extracomment>
      <translation>
        <numerusform>{n} Datei exportieren</numerusform>
        <numerusform>{n} Dateien exportieren</numerusform>
      </translation>
    </message>
    <message>
      <source>Exports</source>
      <translation>Exporte</translation>
    </message>
    <message>
      <source>Exports are for files. Open a video or a picture first; a camera is recorded with the red button.</source>
      <translation>Exportiert werden Dateien. Bitte zuerst ein Video oder ein Bild öffnen; eine Kamera wird mit dem roten Knopf aufgenommen.</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportieren…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>Fehlgeschlagen</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Schnell</translation>
    </message>
    <message>
      <source>File size</source>
      <translation>Dateigröße</translation>
    </message>
    <message>
      <source>File type</source>
      <translation>Dateityp</translation>
    </message>
    <message>
      <source>Files are written one after the other: {reason}</source>
      <translation>Die Dateien werden nacheinander geschrieben: {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>Dateien mit dem Namen {path} sind inzwischen aufgetaucht und wurden nicht ersetzt</translation>
    </message>
    <message>
      <source>Files to go through</source>
      <translation>Dateien, die der Reihe nach kommen</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>Füllen</translation>
    </message>
    <message>
      <source>Find out what a frame costs with each model; the picture waits meanwhile</source>
      <translation>Herausfinden, was ein Bild mit jedem Modell kostet; das Bild wartet solange</translation>
    </message>
    <message>
      <source>Finish and close</source>
      <translation>Beenden und schließen</translation>
    </message>
    <message>
      <source>Finish the exports, then close</source>
      <translation>Die Exporte beenden, dann schließen</translation>
    </message>
    <message>
      <source>Finish this recording</source>
      <translation>Diese Aufnahme abschließen</translation>
    </message>
    <message>
      <source>Finished frames a second</source>
      <translation>Fertige Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>Die Datei wird abgeschlossen…</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>Einpassen</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>Einpassung, Unschärfe und Helligkeit des Hintergrunds</translation>
    </message>
    <message>
      <source>Flip yourself left to right, not the background (M)</source>
      <translation>Die Person seitenverkehrt zeigen, nicht den Hintergrund (M)</translation>
    </message>
    <message>
      <source>Fold or unfold {title}</source>
      <translation>{title} ein- oder ausklappen</translation>
    </message>
    <message>
      <source>Fold the exports away</source>
      <translation>Die Exporte einklappen</translation>
    </message>
    <message>
      <source>For those who want to know</source>
      <translation>Für alle, die es wissen wollen</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Vergessen</translation>
    </message>
    <message>
      <source>Frames a second that the source delivers</source>
      <translation>Bilder je Sekunde, die die Quelle liefert</translation>
    </message>
    <message>
      <source>Frames are shown again or left out; sound stays</source>
      <translation>Bilder werden wiederholt oder ausgelassen; der Ton bleibt</translation>
    </message>
    <message>
      <source>Frames in</source>
      <translation>Bilder hinein</translation>
    </message>
    <message>
      <source>Frames never leave this computer.</source>
      <translation>Bilder verlassen diesen Computer nie.</translation>
    </message>
    <message>
      <source>Frames out</source>
      <translation>Bilder heraus</translation>
    </message>
    <message>
      <source>Frames per second</source>
      <translation>Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Frames that were replaced by newer ones before their turn</source>
      <translation>Bilder, die vor ihrer Reihe durch neuere ersetzt wurden</translation>
    </message>
    <message>
      <source>From</source>
      <translation>Von</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>Von der Aufnahme bis zum fertigen Bild</translation>
    </message>
    <message>
      <source>From last time, not begun yet</source>
      <translation>Vom letzten Mal, noch nicht begonnen</translation>
    </message>
    <message>
      <source>From whatever you uncover while you move; off: nothing is learnt</source>
      <translation>Aus allem, was bei Bewegung frei wird; aus: Nichts wird gelernt</translation>
    </message>
    <message>
      <source>Full</source>
      <translation>Voll</translation>
    </message>
    <message>
      <source>Full quality again.</source>
      <translation>Wieder volle Qualität.</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Vollbild</translation>
    </message>
    <message>
      <source>Full screen (F11)</source>
      <translation>Vollbild (F11)</translation>
    </message>
    <message>
      <source>Further away</source>
      <translation>Weiter weg</translation>
    </message>
    <message>
      <source>Give them other keys</source>
      <translation>Ihnen andere Tasten geben</translation>
    </message>
    <message>
      <source>Graphics</source>
      <translation>Grafik</translation>
    </message>
    <message>
      <source>Graphics card (NVIDIA)</source>
      <translation>Grafikkarte (NVIDIA)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>Graphit</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>Seitenleiste zeigen oder verbergen</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>Zeit je Schritt ausblenden</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>Hügel</translation>
    </message>
    <message>
      <source>How large you are before the background.</source>
      <translation>Wie groß die Person vor dem Hintergrund ist.</translation>
    </message>
    <message>
      <source>How many files are written side by side</source>
      <translation>Wie viele Dateien nebeneinander geschrieben werden</translation>
    </message>
    <message>
      <source>How much of the room can still be made out.</source>
      <translation>Wie viel vom Raum noch zu erkennen ist.</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>Wie der Hintergrund eingepasst wird</translation>
    </message>
    <message>
      <source>How the picture is compressed</source>
      <translation>Wie das Bild komprimiert wird</translation>
    </message>
    <message>
      <source>Hue</source>
      <translation>Farbton</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>In der Ecke</translation>
    </message>
    <message>
      <source>Info</source>
      <translation>Info</translation>
    </message>
    <message>
      <source>Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, or Unity Capture, and start this program again.</source>
      <translation>Bitte OBS Studio ab 26 installieren, das die OBS Virtual Camera mitbringt, oder Unity Capture, und dieses Programm neu starten.</translation>
    </message>
    <message>
      <source>Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in the system settings, and start this program again.</source>
      <translation>Bitte OBS Studio ab 30 installieren, seine virtuelle Kamera einmal starten, die Erweiterung in den Systemeinstellungen erlauben und dieses Programm neu starten.</translation>
    </message>
    <message>
      <source>Install the optional package first: pip install pyvirtualcam</source>
      <translation>Bitte zuerst das optionale Paket installieren: pip install pyvirtualcam</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: sudo apt install v4l2loopback-dkms), then run: {command}</source>
      <translation>Bitte das Kernelmodul v4l2loopback installieren (Debian und Ubuntu: sudo apt install v4l2loopback-dkms), dann ausführen: {command}</translation>
    </message>
    <message>
      <source>It brings no text of its licence.</source>
      <translation>Ein Lizenztext liegt nicht bei.</translation>
    </message>
    <message>
      <source>It is lost then</source>
      <translation>Sie ist dann verloren</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>Die Matte ist {name}, daneben.</translation>
    </message>
    <message>
      <source>Its name on the command line, and the beginning of its file's SHA-256</source>
      <translation>Name auf der Befehlszeile und Anfang der SHA-256 der Datei</translation>
    </message>
    <message>
      <source>Its shape is kept</source>
      <translation>Das Seitenverhältnis bleibt</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>JPEG-Bilder</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>Alle Personen im Bild behalten</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>Weitermachen</translation>
    </message>
    <message>
      <source>Keep it as the background</source>
      <translation>Als Hintergrund behalten</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>Nur die größte Person behalten</translation>
    </message>
    <message>
      <source>Keep the sound</source>
      <translation>Den Ton behalten</translation>
    </message>
    <message>
      <source>Keep these keys (Esc)</source>
      <translation>Diese Tasten behalten (Esc)</translation>
    </message>
    <message>
      <source>Keep what is done, and end</source>
      <translation>Behalten, was fertig ist, und aufhören</translation>
    </message>
    <message>
      <source>Kept. Drag its corners where it is not quite right.</source>
      <translation>Bleibt stehen. Wo es nicht ganz stimmt, an den Ecken ziehen.</translation>
    </message>
    <message>
      <source>Kept. Not what you meant? Click on it again.</source>
      <translation>Bleibt stehen. War etwas anderes gemeint? Noch einmal anklicken.</translation>
    </message>
    <message>
      <source>Keyboard</source>
      <translation>Tastatur</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Large</source>
      <translation>Groß</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>Nur die größte</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>Später</translation>
    </message>
    <message>
      <source>Learn again</source>
      <translation>Neu lernen</translation>
    </message>
    <message>
      <source>Learn my room</source>
      <translation>Meinen Raum lernen</translation>
    </message>
    <message>
      <source>Learn the room by itself</source>
      <translation>Den Raum von selbst lernen</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>Der Raum wird gelernt: {share:.0%}</translation>
    </message>
    <message>
      <source>Leave out the start or the end</source>
      <translation>Anfang oder Ende weglassen</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>Reste</translation>
    </message>
    <message>
      <source>Let it be heard</source>
      <translation>Ton hören lassen</translation>
    </message>
    <message>
      <source>Let the film be heard, or not</source>
      <translation>Den Film hören lassen oder nicht</translation>
    </message>
    <message>
      <source>Let the part end here</source>
      <translation>Den Teil hier enden lassen</translation>
    </message>
    <message>
      <source>Let the part start here</source>
      <translation>Den Teil hier beginnen lassen</translation>
    </message>
    <message>
      <source>Lets the new background glow over the edge.</source>
      <translation>Lässt den neuen Hintergrund über die Kante leuchten.</translation>
    </message>
    <message>
      <source>Lets you cast a soft shadow on the background.</source>
      <translation>Lässt die Person einen weichen Schatten auf den Hintergrund werfen.</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Lizenz</translation>
    </message>
    <message>
      <source>Licences</source>
      <translation>Lizenzen</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>Light enough for any computer without a graphics card.</source>
      <translation>Leicht genug für jeden Computer ohne Grafikkarte.</translation>
    </message>
    <message>
      <source>Light wrap</source>
      <translation>Lichtsaum</translation>
    </message>
    <message>
      <source>Like the system</source>
      <translation>Wie das System</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>Look</translation>
    </message>
    <message>
      <source>Look twice at each picture</source>
      <translation>Jedes Bild zweimal ansehen</translation>
    </message>
    <message>
      <source>Looking around; the models are timed, too…</source>
      <translation>Es wird nachgesehen; auch die Modelle werden gemessen…</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>Eine Kamera wird gesucht…</translation>
    </message>
    <message>
      <source>Looking for its outline...</source>
      <translation>Der Umriss wird gesucht …</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>MIT für die Gewichte; für die Trainingsbilder gelten eigene Bedingungen: weights/README.md</translation>
    </message>
    <message>
      <source>MP4 files and virtual cameras know no transparency: black stands behind you there. Snapshots and exports keep it.</source>
      <translation>MP4-Dateien und virtuelle Kameras kennen keine Transparenz: Dort ist der Hintergrund schwarz. Schnappschüsse und Exporte behalten sie.</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4, läuft überall</translation>
    </message>
    <message>
      <source>Make whole frames (deinterlace)</source>
      <translation>Ganze Bilder herstellen (Deinterlacing)</translation>
    </message>
    <message>
      <source>Makes {size} in {duration} on this machine, as tried on a few frames.</source>
      <translation>Ergibt {size} in {duration} auf diesem Computer, nach einer Probe mit einigen Bildern.</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>Licht angleichen</translation>
    </message>
    <message>
      <source>Matroska (MKV)</source>
      <translation>Matroska (MKV)</translation>
    </message>
    <message>
      <source>Matte</source>
      <translation>Matte</translation>
    </message>
    <message>
      <source>Meanwhile Backdrop prepares itself for this processor, which takes about a minute at the very first start.</source>
      <translation>Inzwischen bereitet sich Backdrop auf diesen Prozessor vor; beim allerersten Start dauert das etwa eine Minute.</translation>
    </message>
    <message>
      <source>Measure models</source>
      <translation>Modelle messen</translation>
    </message>
    <message>
      <source>Measuring how long it takes…</source>
      <translation>Es wird gemessen, wie lange das dauert…</translation>
    </message>
    <message>
      <source>Measuring…</source>
      <translation>Messung läuft…</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>Mikrofon</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>Minze</translation>
    </message>
    <message>
      <source>Minutes and seconds, as in 1:23.5; the arrow keys go by seconds</source>
      <translation>Minuten und Sekunden, wie in 1:23,5; die Pfeiltasten gehen in Sekunden</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>Person spiegeln</translation>
    </message>
    <message>
      <source>Mix a colour</source>
      <translation>Eine Farbe mischen</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Model {name}</source>
      <translation>Modell {name}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <source>More trims the edge closer to the person.</source>
      <translation>Mehr schneidet die Kante näher an die Person.</translation>
    </message>
    <message>
      <source>Move this bar to the bottom</source>
      <translation>Diese Leiste nach unten setzen</translation>
    </message>
    <message>
      <source>Move this bar to the top</source>
      <translation>Diese Leiste nach oben setzen</translation>
    </message>
    <message>
      <source>Moves you to the left or right.</source>
      <translation>Rückt die Person nach links oder rechts.</translation>
    </message>
    <message>
      <source>Moves you up or down.</source>
      <translation>Rückt die Person nach oben oder unten.</translation>
    </message>
    <message>
      <source>Moves your brightness and colour toward the background's.</source>
      <translation>Rückt Helligkeit und Farbe der Person an die des Hintergrunds heran.</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>Stumm</translation>
    </message>
    <message>
      <source>Mute (N)</source>
      <translation>Stumm (N)</translation>
    </message>
    <message>
      <source>My camera</source>
      <translation>Meine Kamera</translation>
    </message>
    <message>
      <source>My camera: {name}</source>
      <translation>Meine Kamera: {name}</translation>
    </message>
    <message>
      <source>My room</source>
      <translation>Mein Raum</translation>
    </message>
    <message>
      <source>My room is the background, so nothing would be replaced; choose another.</source>
      <translation>Der Hintergrund ist der eigene Raum, es würde also nichts ersetzt; bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>My room: nothing is replaced, for a moment</source>
      <translation>Mein Raum: Für einen Moment wird nichts ersetzt</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>Mein Bildschirm</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Name of the new preset</source>
      <translation>Name der neuen Vorlage</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>Den Look benennen</translation>
    </message>
    <message>
      <source>Never here</source>
      <translation>Nie hier</translation>
    </message>
    <message>
      <source>Next background</source>
      <translation>Nächster Hintergrund</translation>
    </message>
    <message>
      <source>Next background (B)</source>
      <translation>Nächster Hintergrund (B)</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>Nächste Folie (PgDown)</translation>
    </message>
    <message>
      <source>Next slide behind me</source>
      <translation>Nächste Folie</translation>
    </message>
    <message>
      <source>Next view</source>
      <translation>Nächste Ansicht</translation>
    </message>
    <message>
      <source>Night blue</source>
      <translation>Nachtblau</translation>
    </message>
    <message>
      <source>Nineteen of twenty frames are faster than this</source>
      <translation>Neunzehn von zwanzig Bildern sind schneller</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>Keine Kamera gefunden, deshalb läuft das Beispiel. Bitte eine anschließen oder eine Datei öffnen.</translation>
    </message>
    <message>
      <source>No camera was found; plug one in to choose it.</source>
      <translation>Keine Kamera gefunden; bitte eine anschließen, um sie zu wählen.</translation>
    </message>
    <message>
      <source>No engine works. The background alone is shown.</source>
      <translation>Keine Berechnung läuft. Nur der Hintergrund ist zu sehen.</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>Keine Berechnung läuft; bitte ein anderes Modell oder Gerät wählen.</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>Noch keine Bilder</translation>
    </message>
    <message>
      <source>No microphone is chosen, so nobody will be heard in the recording.</source>
      <translation>Kein Mikrofon ist gewählt; in der Aufnahme wird niemand zu hören sein.</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>Keine Vorlage</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>Kein Ton</translation>
    </message>
    <message>
      <source>No sound server answers ({error}); {advice}.</source>
      <translation>Kein Tonserver antwortet ({error}); {advice}.</translation>
    </message>
    <message>
      <source>No sound server answers; {advice}.</source>
      <translation>Kein Tonserver antwortet; {advice}.</translation>
    </message>
    <message>
      <source>No speaker can be opened ({error}); plug one in.</source>
      <translation>Kein Lautsprecher lässt sich öffnen ({error}); bitte einen anschließen.</translation>
    </message>
    <message>
      <source>No virtual camera could be opened. Tried {tried} {help}</source>
      <translation>Keine virtuelle Kamera ließ sich öffnen. Versucht: {tried} {help}</translation>
    </message>
    <message>
      <source>None in this picture</source>
      <translation>Keine in diesem Bild</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>Nicht gespeichert: {reason}. Bitte einen anderen Ordner wählen.</translation>
    </message>
    <message>
      <source>Nothing at all is heard from {name}: is it switched off, or muted?</source>
      <translation>Von {name} ist gar nichts zu hören: ausgeschaltet oder stumm?</translation>
    </message>
    <message>
      <source>Nothing is known of this room yet.</source>
      <translation>Von diesem Raum ist noch nichts bekannt.</translation>
    </message>
    <message>
      <source>Nothing stands out there. Draw around it instead.</source>
      <translation>Dort hebt sich nichts ab. Stattdessen bitte umfahren.</translation>
    </message>
    <message>
      <source>Nothing to redo</source>
      <translation>Nichts zu wiederholen</translation>
    </message>
    <message>
      <source>Nothing to undo</source>
      <translation>Nichts rückgängig zu machen</translation>
    </message>
    <message>
      <source>Nothing was recorded: {why}.</source>
      <translation>Es wurde nichts aufgenommen: {why}.</translation>
    </message>
    <message>
      <source>Number of the first picture</source>
      <translation>Nummer des ersten Bildes</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>Nummern</translation>
    </message>
    <message>
      <source>Off: it is forgotten when you leave</source>
      <translation>Aus: Er wird beim Verlassen vergessen</translation>
    </message>
    <message>
      <source>On the CPU everything is computed in float32; float16 is for GPUs.</source>
      <translation>Auf dem Prozessor wird alles in float32 gerechnet; float16 ist für Grafikkarten.</translation>
    </message>
    <message>
      <source>One frame back</source>
      <translation>Ein Bild zurück</translation>
    </message>
    <message>
      <source>One frame back (,)</source>
      <translation>Ein Bild zurück (,)</translation>
    </message>
    <message>
      <source>One frame on</source>
      <translation>Ein Bild weiter</translation>
    </message>
    <message>
      <source>One frame on (.)</source>
      <translation>Ein Bild weiter (.)</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>Einen Moment …</translation>
    </message>
    <message>
      <source>Only a part</source>
      <translation>Nur ein Teil</translation>
    </message>
    <message>
      <source>Only here</source>
      <translation>Nur hier</translation>
    </message>
    <message>
      <source>Only the part that is marked</source>
      <translation>Nur der markierte Teil</translation>
    </message>
    <message numerus="yes">
      <source>Only the parts that are marked in {n} files</source>
      <extracomment>n = 1: Only the parts that are marked in 1 file</extracomment>
      <translation>
        <numerusform>Nur die Teile, die in {n} Datei markiert sind</numerusform>
        <numerusform>Nur die Teile, die in {n} Dateien markiert sind</numerusform>
      </translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Open a folder</source>
      <translation>Einen Ordner öffnen</translation>
    </message>
    <message>
      <source>Open a network camera</source>
      <translation>Eine Netzwerkkamera öffnen</translation>
    </message>
    <message>
      <source>Open a network camera (Ctrl+L)</source>
      <translation>Eine Netzwerkkamera öffnen (Ctrl+L)</translation>
    </message>
    <message>
      <source>Open files</source>
      <translation>Dateien öffnen</translation>
    </message>
    <message>
      <source>Open files or a folder (Ctrl+O)</source>
      <translation>Dateien oder einen Ordner öffnen (Ctrl+O)</translation>
    </message>
    <message>
      <source>Open the folder that it lies in</source>
      <translation>Den Ordner öffnen, in dem sie liegt</translation>
    </message>
    <message>
      <source>Open them as a film</source>
      <translation>Als Film öffnen</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>Videos oder Bilder öffnen</translation>
    </message>
    <message>
      <source>Opening {name}…</source>
      <translation>{name} wird geöffnet…</translation>
    </message>
    <message>
      <source>Original</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>Original, while held</source>
      <translation>Original, solange gedrückt</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>Umriss</translation>
    </message>
    <message>
      <source>Over your blurred room you stay where you are.</source>
      <translation>Vor dem weichgezeichneten Raum bleibt die Person, wo sie ist.</translation>
    </message>
    <message>
      <source>Own rate</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>Own rate ({rate:.4g})</source>
      <translation>Original ({rate:.4g})</translation>
    </message>
    <message>
      <source>Own size</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>PNG pictures</source>
      <translation>PNG-Bilder</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>Bestandteile</translation>
    </message>
    <message>
      <source>Passwords are not kept. Add yours after the name: name:password@…</source>
      <translation>Passwörter werden nicht gespeichert. Bitte hinter dem Namen ergänzen: name:passwort@…</translation>
    </message>
    <message>
      <source>Pattern of names</source>
      <translation>Namensmuster</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Pause or go on</source>
      <translation>Anhalten oder weiter</translation>
    </message>
    <message>
      <source>Pause or go on (space)</source>
      <translation>Anhalten oder weiter (Leertaste)</translation>
    </message>
    <message>
      <source>Pause the recording</source>
      <translation>Die Aufnahme anhalten</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>Die Aufnahme anhalten (P)</translation>
    </message>
    <message>
      <source>Paused while this file is being exported</source>
      <translation>Angehalten, solange diese Datei exportiert wird</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>Person</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>Bild</translation>
    </message>
    <message>
      <source>Picture, {zoom}</source>
      <translation>Bild, {zoom}</translation>
    </message>
    <message>
      <source>Pictures of the slides</source>
      <translation>Bilder der Folien</translation>
    </message>
    <message>
      <source>Pictures, videos and PDF</source>
      <translation>Bilder, Videos und PDF</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Abspielen</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>Stelle im Video</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Vorlage</translation>
    </message>
    <message>
      <source>Press a key…</source>
      <translation>Taste drücken…</translation>
    </message>
    <message>
      <source>Previous slide (PgUp)</source>
      <translation>Vorige Folie (PgUp)</translation>
    </message>
    <message>
      <source>Processor</source>
      <translation>Prozessor</translation>
    </message>
    <message>
      <source>Processor (CPU)</source>
      <translation>Prozessor (CPU)</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Fortschritt von {name}</translation>
    </message>
    <message>
      <source>Put away</source>
      <translation>Weglegen</translation>
    </message>
    <message>
      <source>Put away all that have ended</source>
      <translation>Alle weglegen, die zu Ende sind</translation>
    </message>
    <message>
      <source>Put back</source>
      <translation>Zurücklegen</translation>
    </message>
    <message>
      <source>PyAV {pyav} with libavcodec {libavcodec}</source>
      <translation>PyAV {pyav} mit libavcodec {libavcodec}</translation>
    </message>
    <message>
      <source>PySide6 is not installed; the command line works without it</source>
      <translation>PySide6 ist nicht installiert; die Befehlszeile geht ohne</translation>
    </message>
    <message>
      <source>Qt does not load: {reason}</source>
      <translation>Qt lädt nicht: {reason}</translation>
    </message>
    <message>
      <source>Qt {version}, but there is no screen here</source>
      <translation>Qt {version}, aber hier ist kein Bildschirm</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>Qualität</translation>
    </message>
    <message>
      <source>QuickTime (MOV), for editing</source>
      <translation>QuickTime (MOV), für den Schnitt</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>Bereich</translation>
    </message>
    <message>
      <source>Rate and detail sink by themselves on a busy machine</source>
      <translation>Bildrate und Details sinken von selbst, wenn dieser Computer ausgelastet ist</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>Aufnehmen</translation>
    </message>
    <message>
      <source>Record the player as it runs, without the film's sound (R); Export writes the film</source>
      <translation>Den Spieler aufnehmen, wie er läuft, ohne den Ton des Films (R); Exportieren schreibt den Film</translation>
    </message>
    <message>
      <source>Record what you see (R)</source>
      <translation>Aufnehmen, was zu sehen ist (R)</translation>
    </message>
    <message>
      <source>Record with sound</source>
      <translation>Mit Ton</translation>
    </message>
    <message>
      <source>Record with this microphone</source>
      <translation>Mit diesem Mikrofon aufnehmen</translation>
    </message>
    <message>
      <source>Record with this one</source>
      <translation>Mit diesem aufnehmen</translation>
    </message>
    <message>
      <source>Record without</source>
      <translation>Ohne Ton</translation>
    </message>
    <message>
      <source>Record without sound?</source>
      <translation>Ohne Ton aufnehmen?</translation>
    </message>
    <message>
      <source>Record, stop recording</source>
      <translation>Aufnehmen, Aufnahme beenden</translation>
    </message>
    <message>
      <source>Recorded time</source>
      <translation>Aufgenommene Zeit</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>Aufnahme</translation>
    </message>
    <message>
      <source>Recordings and snapshots go to {path}. Choose another</source>
      <translation>Aufnahmen und Schnappschüsse gehen nach {path}. Einen anderen Ort wählen</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Redo: {what}</source>
      <translation>Wiederholen: {what}</translation>
    </message>
    <message>
      <source>Reduced</source>
      <translation>Verringert</translation>
    </message>
    <message>
      <source>Reduced quality, {rate:.0f} pictures a second</source>
      <translation>Verringerte Qualität, {rate:.0f} Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>Diesen Raum auf diesem Computer merken</translation>
    </message>
    <message>
      <source>Remove every area of this source</source>
      <translation>Alle Bereiche dieser Quelle entfernen</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>Aus der Galerie entfernen</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>Gewählten Bereich entfernen (Entf)</translation>
    </message>
    <message>
      <source>Replace the file that is there</source>
      <translation>Die vorhandene Datei ersetzen</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Alle zurücksetzen</translation>
    </message>
    <message>
      <source>Reset place, light and shadow</source>
      <translation>Ort, Licht und Schatten zurücksetzen</translation>
    </message>
    <message>
      <source>Reset the look to its defaults</source>
      <translation>Den Look auf die Voreinstellung zurücksetzen</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <source>Runs a little unevenly, {rate:.0f} pictures a second</source>
      <translation>Läuft etwas ungleichmäßig, {rate:.0f} Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Runs smoothly, {rate:.0f} pictures a second</source>
      <translation>Läuft flüssig, {rate:.0f} Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>Salbei</translation>
    </message>
    <message>
      <source>Saturation and brightness</source>
      <translation>Sättigung und Helligkeit</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Save a snapshot</source>
      <translation>Einen Schnappschuss speichern</translation>
    </message>
    <message>
      <source>Save a snapshot (S)</source>
      <translation>Einen Schnappschuss speichern (S)</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Speichern als</translation>
    </message>
    <message>
      <source>Save as text…</source>
      <translation>Als Text speichern…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>Speichern in</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>Bericht speichern</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>Diesen Look als Vorlage speichern</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>Gespeichert als {name}.</translation>
    </message>
    <message>
      <source>Saved {name}, {length}.</source>
      <translation>{name} ist gespeichert, {length}.</translation>
    </message>
    <message>
      <source>Saved {name}.</source>
      <translation>{name} ist gespeichert.</translation>
    </message>
    <message>
      <source>See the original while held (O)</source>
      <translation>Das Original sehen, solange gedrückt (O)</translation>
    </message>
    <message>
      <source>Several cameras are called {word}; choose one by its number ({names}).</source>
      <translation>Mehrere Kameras heißen {word}; bitte eine nach ihrer Nummer wählen ({names}).</translation>
    </message>
    <message>
      <source>Shadow</source>
      <translation>Schatten</translation>
    </message>
    <message>
      <source>Show Backdrop your room without you</source>
      <translation>Backdrop den Raum ohne die Person zeigen</translation>
    </message>
    <message>
      <source>Show all of the background, on black</source>
      <translation>Den ganzen Hintergrund zeigen, auf Schwarz</translation>
    </message>
    <message>
      <source>Show in folder</source>
      <translation>Im Ordner zeigen</translation>
    </message>
    <message>
      <source>Show me on a new background</source>
      <translation>Mich vor einem neuen Hintergrund zeigen</translation>
    </message>
    <message>
      <source>Show slides, my screen or a window</source>
      <translation>Folien, meinen Bildschirm oder ein Fenster zeigen</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>Die Exporte zeigen</translation>
    </message>
    <message>
      <source>Show the file in its usual program</source>
      <translation>Die Datei im üblichen Programm zeigen</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>Das Protokoll zeigen</translation>
    </message>
    <message>
      <source>Show this picture to other programs as a camera</source>
      <translation>Dieses Bild anderen Programmen als Kamera zeigen</translation>
    </message>
    <message>
      <source>Show time per stage</source>
      <translation>Zeit je Schritt zeigen</translation>
    </message>
    <message>
      <source>Side panel (F9)</source>
      <translation>Seitenleiste (F9)</translation>
    </message>
    <message>
      <source>Silent while a microphone records: it would hear the film</source>
      <translation>Stumm, solange ein Mikrofon aufnimmt: Es würde den Film hören</translation>
    </message>
    <message>
      <source>Six seconds that came along</source>
      <translation>Sechs mitgelieferte Sekunden</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Größe</translation>
    </message>
    <message>
      <source>Size of the picture</source>
      <translation>Größe des Bildes</translation>
    </message>
    <message>
      <source>Sky blue</source>
      <translation>Himmelblau</translation>
    </message>
    <message>
      <source>Slide {number} of {count}</source>
      <translation>Folie {number} von {count}</translation>
    </message>
    <message>
      <source>Slides of a PDF</source>
      <translation>Folien aus einem PDF</translation>
    </message>
    <message>
      <source>Slides of a PDF…</source>
      <translation>Folien aus einem PDF…</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>Klein</translation>
    </message>
    <message>
      <source>Small view above other windows</source>
      <translation>Kleine Ansicht über anderen Fenstern</translation>
    </message>
    <message>
      <source>Small view above other windows (F10)</source>
      <translation>Kleine Ansicht über anderen Fenstern (F10)</translation>
    </message>
    <message>
      <source>Small, beside slides or a screen: for lectures</source>
      <translation>Klein, neben Folien oder einem Bildschirm: für Vorträge</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>Macht den neuen Hintergrund weich, wie ein Objektiv.</translation>
    </message>
    <message>
      <source>Something moved in the picture, or somebody was still there. Try it again.</source>
      <translation>Etwas hat sich im Bild bewegt, oder es war noch jemand da. Bitte noch einmal versuchen.</translation>
    </message>
    <message>
      <source>Something went wrong inside Backdrop while {doing} ({error}); the log tells where. Try it again, and report this if it happens again.</source>
      <translation>In Backdrop ist etwas schiefgegangen ({doing}: {error}); das Protokoll sagt wo. Bitte noch einmal versuchen, und melden, wenn es wieder geschieht.</translation>
    </message>
    <message>
      <source>Something went wrong inside Backdrop. If it goes on, restart it; the log is {log_path}.</source>
      <translation>In Backdrop ist etwas schiefgegangen. Wenn es so weitergeht, bitte neu starten; das Protokoll ist {log_path}.</translation>
    </message>
    <message>
      <source>Sooner</source>
      <translation>Früher</translation>
    </message>
    <message>
      <source>Sound</source>
      <translation>Ton</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>Ton lässt sich hier nicht abspielen ({error}).</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Quelle</translation>
    </message>
    <message>
      <source>Start of the part</source>
      <translation>Anfang des Teils</translation>
    </message>
    <message>
      <source>Starting on {device}</source>
      <translation>Start auf {device}</translation>
    </message>
    <message>
      <source>Starting the engine.</source>
      <translation>Die Berechnung startet.</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Beginnt…</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>Offen bleiben</translation>
    </message>
    <message>
      <source>Stay out: Backdrop looks at the empty room …</source>
      <translation>Bitte draußen bleiben: Backdrop sieht sich den leeren Raum an …</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>Ruhe</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>Bitte kurz aus dem Bild gehen: {seconds} …</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Stopp</translation>
    </message>
    <message>
      <source>Stop and close</source>
      <translation>Anhalten und schließen</translation>
    </message>
    <message>
      <source>Studio</source>
      <translation>Studio</translation>
    </message>
    <message>
      <source>Studio white</source>
      <translation>Studioweiß</translation>
    </message>
    <message>
      <source>Takes {duration} on this machine, as measured.</source>
      <translation>Dauert nach Messung {duration} auf diesem Computer.</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>Text (*.txt)</translation>
    </message>
    <message>
      <source>That is no camera's address: {error}.</source>
      <translation>Das ist keine Adresse einer Kamera: {error}.</translation>
    </message>
    <message>
      <source>That is the background itself; choose another name.</source>
      <translation>Das ist der Hintergrund selbst; bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>That is the file itself; choose another name.</source>
      <translation>Das ist die Datei selbst; bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>That is what a look without a name is called.</source>
      <translation>So heißt ein Look ohne Namen.</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. The log tells more.</source>
      <translation>Die Grafikkarte ist nicht nutzbar: {error}. Das Protokoll sagt mehr.</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>Die Grafikkarte ist ausgefallen ({error}). Weiter auf dem Prozessor, vom selben Bild an.</translation>
    </message>
    <message>
      <source>The GPU stopped working; the picture goes on with the CPU. Choose the GPU again to go back to it.</source>
      <translation>Die Grafikkarte arbeitet nicht mehr; das Bild läuft mit dem Prozessor weiter. Um zu ihr zurückzukehren, die Grafikkarte noch einmal wählen.</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>Der Alphakanal dieses Bildes ist in der Datei beschädigt.</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>Nur der Hintergrund ist zu sehen. {reason}</translation>
    </message>
    <message>
      <source>The background alone is shown: {sentence}. Choose another model or device.</source>
      <translation>Nur der Hintergrund ist zu sehen: {sentence}. Bitte ein anderes Modell oder Gerät wählen.</translation>
    </message>
    <message>
      <source>The background could not be read.</source>
      <translation>Der Hintergrund ließ sich nicht lesen.</translation>
    </message>
    <message>
      <source>The background is being opened.</source>
      <translation>Der Hintergrund wird geöffnet.</translation>
    </message>
    <message>
      <source>The camera does not answer ({reason}).</source>
      <translation>Die Kamera antwortet nicht ({reason}).</translation>
    </message>
    <message>
      <source>The camera sends no pictures.</source>
      <translation>Die Kamera sendet keine Bilder.</translation>
    </message>
    <message>
      <source>The camera shows another view; Backdrop gets to know this one.</source>
      <translation>Die Kamera zeigt eine andere Ansicht; Backdrop lernt diese kennen.</translation>
    </message>
    <message>
      <source>The camera {name} is lost: {trouble}. The background is shown alone until it is back.</source>
      <translation>Die Kamera {name} ist weg: {trouble}. Bis sie wieder da ist, ist nur der Hintergrund zu sehen.</translation>
    </message>
    <message>
      <source>The camera {name} shows nothing yet: {sentence}</source>
      <translation>Die Kamera {name} zeigt noch nichts: {sentence}</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>Die Kamera {path} lässt sich nicht öffnen ({reason}); bitte den Stecker prüfen, und dass das Konto zur Gruppe video gehört.</translation>
    </message>
    <message>
      <source>The codec's usual quality</source>
      <translation>Die übliche Qualität des Codecs</translation>
    </message>
    <message>
      <source>The colour</source>
      <translation>Die Farbe</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>Der Datenträger ist voll, deshalb endete die Aufnahme; {kept} und läuft. Bitte Platz schaffen.</translation>
    </message>
    <message>
      <source>The engine failed on this frame.</source>
      <translation>Die Berechnung dieses Bildes ist fehlgeschlagen.</translation>
    </message>
    <message>
      <source>The engine is starting.</source>
      <translation>Die Berechnung startet.</translation>
    </message>
    <message>
      <source>The engine returned a picture of a wrong size.</source>
      <translation>Die Berechnung hat ein Bild falscher Größe geliefert.</translation>
    </message>
    <message>
      <source>The engine returned no outline.</source>
      <translation>Die Berechnung hat keinen Umriss geliefert.</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>Die Berechnung arbeitet noch an einem früheren Bild.</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>Die Berechnung brauchte für dieses Bild länger als eine Sekunde.</translation>
    </message>
    <message>
      <source>The export stopped: {message}</source>
      <translation>Der Export blieb stehen: {message}</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>Der Dateiname muss für diesen Dateityp auf {suffix} enden.</translation>
    </message>
    <message>
      <source>The file, or the folder for several</source>
      <translation>Die Datei, oder bei mehreren der Ordner</translation>
    </message>
    <message>
      <source>The film says that each frame holds two half-pictures, which show as stripes</source>
      <translation>Laut Film hält jedes Bild zwei Halbbilder, die als Streifen erscheinen</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>Die feinsten Kanten; für eine Grafikkarte.</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>Die Bilder haben {size} Megapixel ({width}x{height}): Sie wurden als VP8 geschrieben, weil VP9 über {most} zu viel Speicher braucht.</translation>
    </message>
    <message>
      <source>The larger model: finer edges and hair, and fewer mistakes</source>
      <translation>Das größere Modell: feinere Kanten und Haare, weniger Fehler</translation>
    </message>
    <message>
      <source>The live picture has ended, there is nothing to show to other programs; choose a camera or a file first.</source>
      <translation>Das Live-Bild ist zu Ende, anderen Programmen gibt es nichts zu zeigen; bitte zuerst eine Kamera oder eine Datei wählen.</translation>
    </message>
    <message>
      <source>The live picture has ended.</source>
      <translation>Das Livebild ist zu Ende.</translation>
    </message>
    <message>
      <source>The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that this program may use it, or record without sound.</source>
      <translation>Das Mikrofon {name} lässt sich nicht öffnen ({tried}). Bitte prüfen, ob es angeschlossen ist und dieses Programm es benutzen darf, oder ohne Ton aufnehmen.</translation>
    </message>
    <message>
      <source>The microphone {name} failed ({error}); check its plug.</source>
      <translation>Das Mikrofon {name} ist ausgefallen ({error}); bitte den Stecker prüfen.</translation>
    </message>
    <message>
      <source>The model that is made for processors: good edges in little time</source>
      <translation>Das Modell für Prozessoren: gute Kanten in kurzer Zeit</translation>
    </message>
    <message>
      <source>The model that the window uses now</source>
      <translation>Das Modell, mit dem das Fenster gerade rechnet</translation>
    </message>
    <message>
      <source>The network that finds you</source>
      <translation>Das Netz, das die Person findet</translation>
    </message>
    <message>
      <source>The other files are written whole</source>
      <translation>Die anderen Dateien werden ganz geschrieben</translation>
    </message>
    <message>
      <source>The part ends at {time}: drag, or arrow keys (] puts it here)
A double-click or Delete takes it back.</source>
      <translation>Der Teil endet bei {time}: ziehen oder Pfeiltasten (] setzt ihn hierher)
Ein Doppelklick oder Entf nimmt es zurück.</translation>
    </message>
    <message>
      <source>The part starts at {time}: drag, or arrow keys ([ puts it here)
A double-click or Delete takes it back.</source>
      <translation>Der Teil beginnt bei {time}: ziehen oder Pfeiltasten ([ setzt ihn hierher)
Ein Doppelklick oder Entf nimmt es zurück.</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>Die Person vor dem neuen Hintergrund</translation>
    </message>
    <message>
      <source>The person's outline in grey, for editing programs</source>
      <translation>Der Umriss der Person in Grau, für Schnittprogramme</translation>
    </message>
    <message>
      <source>The picture of the empty room shows another one than the camera does; Backdrop learns from the camera instead.</source>
      <translation>Das Bild des leeren Raums zeigt einen anderen als die Kamera; Backdrop lernt stattdessen von der Kamera.</translation>
    </message>
    <message>
      <source>The picture stopped because of a fault inside Backdrop. Choose the source again.</source>
      <translation>Das Bild steht still wegen eines Fehlers in Backdrop. Bitte die Quelle noch einmal wählen.</translation>
    </message>
    <message>
      <source>The picture, and its matte in a file beside it, in one pass</source>
      <translation>Das Bild und daneben seine Matte als eigene Datei, in einem Durchgang</translation>
    </message>
    <message>
      <source>The range is empty; let it end later than it starts.</source>
      <translation>Der Bereich ist leer; er muss später enden, als er beginnt.</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>Die Aufnahme endete ({reason}); {kept}.</translation>
    </message>
    <message>
      <source>The recording stopped: {path} is not there any more; was its folder moved or removed, or its disk pulled out?</source>
      <translation>Die Aufnahme endete: {path} ist nicht mehr da; wurde der Ordner verschoben oder entfernt oder der Datenträger abgezogen?</translation>
    </message>
    <message>
      <source>The recording {path} broke off; the log tells why.</source>
      <translation>Die Aufnahme {path} brach ab; das Protokoll sagt warum.</translation>
    </message>
    <message>
      <source>The same, into a file</source>
      <translation>Dasselbe in eine Datei</translation>
    </message>
    <message>
      <source>The saved settings are of a later version of Backdrop and were replaced by defaults</source>
      <translation>Die gespeicherten Einstellungen stammen von einer neueren Version von Backdrop und wurden durch Voreinstellungen ersetzt</translation>
    </message>
    <message>
      <source>The saved settings could not be read and were replaced by defaults</source>
      <translation>Die gespeicherten Einstellungen waren nicht lesbar und wurden durch Voreinstellungen ersetzt</translation>
    </message>
    <message>
      <source>The saved settings had damaged entries ({names}), which were replaced by defaults</source>
      <translation>Die gespeicherten Einstellungen hatten beschädigte Einträge ({names}), die durch Voreinstellungen ersetzt wurden</translation>
    </message>
    <message>
      <source>The screen is the background, which is shown live alone; choose another.</source>
      <translation>Der Hintergrund ist der Bildschirm, den es nur live gibt; bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>The slide before</source>
      <translation>Folie davor</translation>
    </message>
    <message>
      <source>The snapshot cannot be saved: {error}</source>
      <translation>Der Schnappschuss lässt sich nicht speichern: {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>Der Tonserver ist nicht nutzbar: {error}.</translation>
    </message>
    <message>
      <source>The sound server gave up ({error}).</source>
      <translation>Der Tonserver hat aufgegeben ({error}).</translation>
    </message>
    <message>
      <source>The sound that is recorded with the picture</source>
      <translation>Der Ton, der mit dem Bild aufgenommen wird</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>Die Quelle wird geöffnet.</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>Der Lautsprecher ist ausgefallen ({error}).</translation>
    </message>
    <message>
      <source>The virtual camera could not be opened: a fault of ours.</source>
      <translation>Die virtuelle Kamera ließ sich nicht öffnen: ein Fehler in Backdrop.</translation>
    </message>
    <message>
      <source>The virtual camera stopped ({error}). {help}</source>
      <translation>Die virtuelle Kamera hat aufgehört ({error}). {help}</translation>
    </message>
    <message>
      <source>The virtual camera stopped because of a fault; the log tells more.</source>
      <translation>Die virtuelle Kamera hat wegen eines Fehlers aufgehört; das Protokoll sagt mehr.</translation>
    </message>
    <message>
      <source>The whole picture</source>
      <translation>Das ganze Bild</translation>
    </message>
    <message>
      <source>The whole window again (F10)</source>
      <translation>Wieder das ganze Fenster (F10)</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>Das Fenster</translation>
    </message>
    <message>
      <source>There are {count} areas, which is all there can be.</source>
      <translation>Es gibt {count} Bereiche; mehr sind nicht möglich.</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>Eine Kamera {word} gibt es nicht: {there}.</translation>
    </message>
    <message>
      <source>There is no folder {folder}; choose another.</source>
      <translation>Den Ordner {folder} gibt es nicht; bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>There is no other window to be seen; open it first, then choose it here.</source>
      <translation>Kein anderes Fenster ist zu sehen; bitte zuerst öffnen, dann hier wählen.</translation>
    </message>
    <message>
      <source>There is no picture yet; wait until you see it.</source>
      <translation>Es gibt noch kein Bild; bitte warten, bis es zu sehen ist.</translation>
    </message>
    <message>
      <source>There is no v4l2loopback device. {help}</source>
      <translation>Es gibt kein v4l2loopback-Gerät. {help}</translation>
    </message>
    <message>
      <source>There is nothing to record yet; choose a camera or a file first.</source>
      <translation>Es gibt noch nichts aufzunehmen; bitte zuerst eine Kamera oder eine Datei wählen.</translation>
    </message>
    <message>
      <source>These follow one another; click one to go to it</source>
      <translation>Sie folgen aufeinander; ein Klick führt hin</translation>
    </message>
    <message>
      <source>These shortcuts</source>
      <translation>Diese Tastenkürzel</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Dieser Computer</translation>
    </message>
    <message>
      <source>This computer has no virtual camera.</source>
      <translation>Dieser Computer hat keine virtuelle Kamera.</translation>
    </message>
    <message>
      <source>This computer offers no microphone</source>
      <translation>Dieser Computer bietet kein Mikrofon</translation>
    </message>
    <message>
      <source>This computer offers no microphone, so nobody will be heard in the recording. Plug one in, or record without sound.</source>
      <translation>Dieser Computer bietet kein Mikrofon; in der Aufnahme wird niemand zu hören sein. Bitte eines anschließen oder ohne Ton aufnehmen.</translation>
    </message>
    <message>
      <source>This desktop draws no window apart: what lies over the chosen one is seen, too. Keep it in front, or switch on the desktop's effects.</source>
      <translation>Diese Arbeitsfläche zeichnet Fenster nicht getrennt: Was über dem gewählten liegt, ist mit zu sehen. Es vorn halten oder die Effekte der Arbeitsfläche einschalten.</translation>
    </message>
    <message>
      <source>This is your room without you.</source>
      <translation>Das ist der Raum ohne Person.</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>Dieser Computer ist ausgelastet: verringerte Qualität.</translation>
    </message>
    <message>
      <source>This system does not let Backdrop see a single window; show the whole screen, or slides as a PDF, instead.</source>
      <translation>Dieses System lässt Backdrop kein einzelnes Fenster sehen; stattdessen den ganzen Bildschirm oder Folien als PDF zeigen.</translation>
    </message>
    <message>
      <source>This system does not let Backdrop see the screen; show slides as a folder of pictures instead.</source>
      <translation>Dieses System lässt Backdrop den Bildschirm nicht sehen; Folien lassen sich stattdessen als Ordner mit Bildern zeigen.</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>Für dieses System ist keine virtuelle Kamera bekannt.</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>Zeit je Schritt</translation>
    </message>
    <message>
      <source>To</source>
      <translation>Bis</translation>
    </message>
    <message>
      <source>Too much for this computer, {rate:.0f} pictures a second</source>
      <translation>Zu viel für diesen Computer, {rate:.0f} Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>Transparent</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>Try the sample</source>
      <translation>Das Beispiel ausprobieren</translation>
    </message>
    <message>
      <source>Turn slides every 10 seconds</source>
      <translation>Folien alle 10 Sekunden weiterblättern</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Undo, in Look and Background</source>
      <translation>Rückgängig, in Look und Hintergrund</translation>
    </message>
    <message>
      <source>Undo: {what}</source>
      <translation>Rückgängig: {what}</translation>
    </message>
    <message>
      <source>Use this colour</source>
      <translation>Diese Farbe nehmen</translation>
    </message>
    <message>
      <source>Version and models</source>
      <translation>Version und Modelle</translation>
    </message>
    <message>
      <source>Version {version}</source>
      <translation>Version {version}</translation>
    </message>
    <message>
      <source>Version {version}, commit {commit}</source>
      <translation>Version {version}, Commit {commit}</translation>
    </message>
    <message>
      <source>Version, models and what is found here; no names, no pictures</source>
      <translation>Version, Modelle und was hier vorgefunden wird; keine Namen, keine Bilder</translation>
    </message>
    <message>
      <source>Videos and pictures</source>
      <translation>Videos und Bilder</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>Videos oder Bilder…</translation>
    </message>
    <message>
      <source>View</source>
      <translation>Ansicht</translation>
    </message>
    <message>
      <source>Virtual camera</source>
      <translation>Virtuelle Kamera</translation>
    </message>
    <message>
      <source>Volume</source>
      <translation>Lautstärke</translation>
    </message>
    <message>
      <source>Volume: {share:.0%}</source>
      <translation>Lautstärke: {share:.0%}</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>Wartet</translation>
    </message>
    <message>
      <source>Waiting for a picture</source>
      <translation>Warten auf ein Bild</translation>
    </message>
    <message>
      <source>Warm grey</source>
      <translation>Warmgrau</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>Warnung</translation>
    </message>
    <message>
      <source>WebM, for the web</source>
      <translation>WebM, fürs Web</translation>
    </message>
    <message>
      <source>What Backdrop finds here</source>
      <translation>Was Backdrop hier vorfindet</translation>
    </message>
    <message>
      <source>What Backdrop is made of</source>
      <translation>Woraus Backdrop besteht</translation>
    </message>
    <message>
      <source>What is known of the room</source>
      <translation>Was vom Raum bekannt ist</translation>
    </message>
    <message>
      <source>What is written</source>
      <translation>Was geschrieben wird</translation>
    </message>
    <message>
      <source>What others see (V)</source>
      <translation>Was andere sehen (V)</translation>
    </message>
    <message>
      <source>What shall have a new background?</source>
      <translation>Was soll einen neuen Hintergrund bekommen?</translation>
    </message>
    <message>
      <source>What to ask the camera for</source>
      <translation>Was von der Kamera verlangt wird</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>Was gezeichnet wird</translation>
    </message>
    <message>
      <source>Where each frame's milliseconds go</source>
      <translation>Wohin die Millisekunden jedes Bildes gehen</translation>
    </message>
    <message>
      <source>Where is {name}?</source>
      <translation>Wo ist {name}?</translation>
    </message>
    <message>
      <source>Where recordings go</source>
      <translation>Wohin Aufnahmen gehen</translation>
    </message>
    <message>
      <source>Where the network runs</source>
      <translation>Wo das Netz rechnet</translation>
    </message>
    <message>
      <source>Where the picture comes from</source>
      <translation>Woher das Bild kommt</translation>
    </message>
    <message>
      <source>Where to write</source>
      <translation>Wohin geschrieben wird</translation>
    </message>
    <message>
      <source>Which part of the background is seen, from left to right.</source>
      <translation>Welcher Teil des Hintergrunds zu sehen ist, von links nach rechts.</translation>
    </message>
    <message>
      <source>Which part of the background is seen, from top to bottom.</source>
      <translation>Welcher Teil des Hintergrunds zu sehen ist, von oben nach unten.</translation>
    </message>
    <message>
      <source>Which programs can play it</source>
      <translation>Welche Programme es abspielen können</translation>
    </message>
    <message>
      <source>While it is on, no other program gets that key</source>
      <translation>Solange eingeschaltet, bekommt kein anderes Programm diese Taste</translation>
    </message>
    <message>
      <source>White is kept, black is replaced (V)</source>
      <translation>Weiß bleibt, Schwarz wird ersetzt (V)</translation>
    </message>
    <message>
      <source>Who stays in the picture</source>
      <translation>Wer im Bild bleibt</translation>
    </message>
    <message>
      <source>Whole picture</source>
      <translation>Ganzes Bild</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Fenster</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows antwortet nicht; bitte noch einmal versuchen</translation>
    </message>
    <message>
      <source>Without it, Page Up and Page Down turn them</source>
      <translation>Sonst blättern Bild auf und Bild ab</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>Arbeiter</translation>
    </message>
    <message>
      <source>Write</source>
      <translation>Schreiben</translation>
    </message>
    <message>
      <source>Write every file of the list (Ctrl+Shift+E)</source>
      <translation>Alle Dateien der Liste schreiben (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Write it as it was asked for</source>
      <translation>So schreiben, wie es verlangt war</translation>
    </message>
    <message>
      <source>Write it in the background</source>
      <translation>Im Hintergrund schreiben</translation>
    </message>
    <message>
      <source>Write it once more, beside this one, with whole frames instead of stripes</source>
      <translation>Noch einmal daneben schreiben, mit ganzen Bildern statt Streifen</translation>
    </message>
    <message>
      <source>Write nothing (Esc)</source>
      <translation>Nichts schreiben (Esc)</translation>
    </message>
    <message>
      <source>Write this file with its new background (Ctrl+E)</source>
      <translation>Diese Datei mit ihrem neuen Hintergrund schreiben (Ctrl+E)</translation>
    </message>
    <message>
      <source>Write to</source>
      <translation>Schreiben nach</translation>
    </message>
    <message>
      <source>Write what waits from last time</source>
      <translation>Schreiben, was vom letzten Mal wartet</translation>
    </message>
    <message>
      <source>You alone, on a checkerboard (V)</source>
      <translation>Die Person allein, auf Schachbrett (V)</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>Es wird nicht noch einmal gefragt</translation>
    </message>
    <message>
      <source>Your colour {colour}</source>
      <translation>Eigene Farbe {colour}</translation>
    </message>
    <message>
      <source>Your room is seen: nothing is replaced</source>
      <translation>Der Raum ist zu sehen: Nichts wird ersetzt</translation>
    </message>
    <message>
      <source>Your settings cannot be saved: the settings folder is read-only or the disk is full.</source>
      <translation>Die Einstellungen lassen sich nicht speichern: Ihr Ordner ist schreibgeschützt oder der Datenträger voll.</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>Eigene</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>ein Filmbild</translation>
    </message>
    <message>
      <source>a picture of its kind</source>
      <translation>ein Bild seiner Art</translation>
    </message>
    <message>
      <source>about {size}</source>
      <translation>etwa {size}</translation>
    </message>
    <message>
      <source>about {time:.1f} h</source>
      <translation>etwa {time:.1f} h</translation>
    </message>
    <message>
      <source>about {time} min</source>
      <translation>etwa {time} min</translation>
    </message>
    <message>
      <source>about {time} s</source>
      <translation>etwa {time} s</translation>
    </message>
    <message>
      <source>another program has that key; choose another one</source>
      <translation>ein anderes Programm hat diese Taste; bitte eine andere wählen</translation>
    </message>
    <message>
      <source>audio ({codec}) copied</source>
      <translation>Ton ({codec}) übernommen</translation>
    </message>
    <message>
      <source>audio ({codec}) dropped</source>
      <translation>Ton ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>audio ({codec}) transcoded to {new_codec}</source>
      <translation>Ton ({codec}) nach {new_codec} umgewandelt</translation>
    </message>
    <message>
      <source>background</source>
      <translation>Hintergrund</translation>
    </message>
    <message>
      <source>background fit</source>
      <translation>Einpassung des Hintergrunds</translation>
    </message>
    <message>
      <source>best outline on the graphics card</source>
      <translation>bester Umriss auf der Grafikkarte</translation>
    </message>
    <message>
      <source>best outline on the processor</source>
      <translation>bester Umriss auf dem Prozessor</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>Zusammensetzen</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>Ziffern</translation>
    </message>
    <message>
      <source>does not exist; check the path</source>
      <translation>gibt es nicht; bitte den Pfad prüfen</translation>
    </message>
    <message>
      <source>download</source>
      <translation>Herunterladen</translation>
    </message>
    <message>
      <source>fast outline on the graphics card</source>
      <translation>schneller Umriss auf der Grafikkarte</translation>
    </message>
    <message>
      <source>fast outline on the processor</source>
      <translation>schneller Umriss auf dem Prozessor</translation>
    </message>
    <message>
      <source>first, with</source>
      <translation>als erste, mit</translation>
    </message>
    <message>
      <source>good</source>
      <translation>gut</translation>
    </message>
    <message>
      <source>hand over</source>
      <translation>Übergabe</translation>
    </message>
    <message>
      <source>has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; make it smaller first</source>
      <translation>hat mehr als {most:.4g} Megapixel, und ein Bild darf {limit:.4g} haben; bitte zuerst verkleinern</translation>
    </message>
    <message>
      <source>has {size} megapixels ({width}x{height}), and {kind} may have {limit}; make it smaller first</source>
      <translation>hat {size} Megapixel ({width}x{height}), und {kind} darf {limit} haben; bitte zuerst verkleinern</translation>
    </message>
    <message>
      <source>internal error: {error}; the log tells where</source>
      <translation>interner Fehler: {error}; das Protokoll sagt wo</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>ist ein Ordner; bitte eine Datei darin nennen</translation>
    </message>
    <message>
      <source>is a pipe or a device; save what it gives to a file</source>
      <translation>ist eine Pipe oder ein Gerät; bitte den Inhalt in eine Datei speichern</translation>
    </message>
    <message>
      <source>is damaged ({reason}); copy it again</source>
      <translation>ist beschädigt ({reason}); bitte noch einmal kopieren</translation>
    </message>
    <message>
      <source>is empty (0 bytes); copy it again</source>
      <translation>ist leer (0 Bytes); bitte noch einmal kopieren</translation>
    </message>
    <message>
      <source>is not a picture that can be read; save it as PNG or JPEG</source>
      <translation>ist kein lesbares Bild; bitte als PNG oder JPEG speichern</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>sie hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
      <source>it goes with the next job of that name, or with this command a day after it broke</source>
      <translation>es verschwindet mit dem nächsten Auftrag dieses Namens, oder einen Tag später mit diesem Befehl</translation>
    </message>
    <message>
      <source>it is not there any more</source>
      <translation>sie ist nicht mehr da</translation>
    </message>
    <message>
      <source>it opens but sends no picture; another program may be using it</source>
      <translation>sie öffnet sich, schickt aber kein Bild; vielleicht benutzt sie ein anderes Programm</translation>
    </message>
    <message>
      <source>it repeats the same picture (is its cover closed?)</source>
      <translation>sie wiederholt dasselbe Bild (ist die Abdeckung zu?)</translation>
    </message>
    <message>
      <source>it sent no picture within {seconds:.0f} seconds</source>
      <translation>sie hat innerhalb von {seconds:.0f} Sekunden kein Bild geschickt</translation>
    </message>
    <message>
      <source>it stopped answering</source>
      <translation>sie antwortet nicht mehr</translation>
    </message>
    <message>
      <source>it stopped delivering pictures</source>
      <translation>sie liefert keine Bilder mehr</translation>
    </message>
    <message>
      <source>its decoder gave up</source>
      <translation>der Decoder hat aufgegeben</translation>
    </message>
    <message>
      <source>its name was not looked up in time</source>
      <translation>der Name wurde nicht rechtzeitig aufgelöst</translation>
    </message>
    <message>
      <source>its own alpha</source>
      <translation>ihrem eigenen Alphakanal</translation>
    </message>
    <message>
      <source>its permissions</source>
      <translation>ihre Berechtigungen</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded ({reason}); restart the camera</source>
      <translation>ihre Bilder lassen sich nicht decodieren ({reason}); bitte die Kamera neu starten</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded; check the plug, or choose another size</source>
      <translation>ihre Bilder lassen sich nicht decodieren; bitte den Stecker prüfen oder eine andere Größe wählen</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>sie ist {width:g} x {height:g} Punkt groß</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>Ebene</translation>
    </message>
    <message>
      <source>look</source>
      <translation>Look</translation>
    </message>
    <message>
      <source>look and background</source>
      <translation>Look und Hintergrund</translation>
    </message>
    <message>
      <source>may not be read; check its permissions</source>
      <translation>darf nicht gelesen werden; bitte die Berechtigungen prüfen</translation>
    </message>
    <message>
      <source>measures {width}x{height}, and the longer side of a film's frame may have {most} pixels; make it smaller first</source>
      <translation>misst {width}x{height}, und die längere Seite eines Filmbilds darf {most} Pixel haben; bitte zuerst verkleinern</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>fehlt</translation>
    </message>
    <message>
      <source>needs more memory than there is; close other programs, or make it smaller first</source>
      <translation>braucht mehr Speicher, als da ist; bitte andere Programme schließen oder die Datei verkleinern</translation>
    </message>
    <message>
      <source>network</source>
      <translation>Netz</translation>
    </message>
    <message>
      <source>no GPU is used: {error}</source>
      <translation>keine Grafikkarte in Gebrauch: {error}</translation>
    </message>
    <message>
      <source>no camera is plugged in</source>
      <translation>keine Kamera ist angeschlossen</translation>
    </message>
    <message>
      <source>no crash left anything behind</source>
      <translation>kein Absturz hat etwas hinterlassen</translation>
    </message>
    <message>
      <source>no picture came in time</source>
      <translation>kein Bild kam rechtzeitig</translation>
    </message>
    <message>
      <source>none found</source>
      <translation>keine gefunden</translation>
    </message>
    <message>
      <source>not enough memory</source>
      <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
      <source>nowhere</source>
      <translation>nirgendwohin</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>optional</translation>
    </message>
    <message>
      <source>own model on the graphics card</source>
      <translation>eigenes Modell auf der Grafikkarte</translation>
    </message>
    <message>
      <source>own model on the processor</source>
      <translation>eigenes Modell auf dem Prozessor</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>angehalten</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>eine anschließen, oder diesem Programm ihre Benutzung in den Datenschutzeinstellungen des Systems erlauben</translation>
    </message>
    <message>
      <source>preset {name}</source>
      <translation>Vorlage {name}</translation>
    </message>
    <message>
      <source>presets</source>
      <translation>Vorlagen</translation>
    </message>
    <message>
      <source>refine</source>
      <translation>Verfeinern</translation>
    </message>
    <message>
      <source>resize</source>
      <translation>Skalieren</translation>
    </message>
    <message>
      <source>rest</source>
      <translation>Rest</translation>
    </message>
    <message>
      <source>restore the folder from the repository</source>
      <translation>den Ordner aus dem Repository wiederherstellen</translation>
    </message>
    <message>
      <source>subtitle ({codec}) copied</source>
      <translation>Untertitel ({codec}) übernommen</translation>
    </message>
    <message>
      <source>subtitle ({codec}) dropped</source>
      <translation>Untertitel ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>subtitle ({codec}) transcoded to {new_codec}</source>
      <translation>Untertitel ({codec}) nach {new_codec} umgewandelt</translation>
    </message>
    <message>
      <source>that desktop apps may use the camera (Settings, Privacy, Camera)</source>
      <translation>dass Desktop-Apps die Kamera benutzen dürfen (Einstellungen, Datenschutz, Kamera)</translation>
    </message>
    <message>
      <source>that this program may use the camera (System Settings, Privacy, Camera)</source>
      <translation>dass dieses Programm die Kamera benutzen darf (Systemeinstellungen, Datenschutz, Kamera)</translation>
    </message>
    <message>
      <source>that you belong to the group video</source>
      <translation>dass das Konto zur Gruppe video gehört</translation>
    </message>
    <message>
      <source>the connection broke: {reason}</source>
      <translation>die Verbindung brach ab: {reason}</translation>
    </message>
    <message>
      <source>the desktop was told not to let Backdrop have it</source>
      <translation>der Arbeitsfläche wurde gesagt, sie Backdrop nicht zu geben</translation>
    </message>
    <message>
      <source>the desktop's bus has gone ({error})</source>
      <translation>der Bus der Arbeitsfläche ist weg ({error})</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>der Treiber liefert kein Bild; bitte den Stecker prüfen</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>der Encoder nimmt diese Bilder nicht ({words})</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>das Bild hat sich von {width}x{height} zu {new_width}x{new_height} geändert</translation>
    </message>
    <message>
      <source>there are {names}</source>
      <translation>es gibt {names}</translation>
    </message>
    <message>
      <source>there is no file {path}; check the path</source>
      <translation>die Datei {path} gibt es nicht; bitte den Pfad prüfen</translation>
    </message>
    <message>
      <source>there is no sound until one does</source>
      <translation>bis dahin gibt es keinen Ton</translation>
    </message>
    <message>
      <source>there is not enough memory; close other programs or use a smaller video</source>
      <translation>der Speicher reicht nicht; andere Programme schließen oder ein kleineres Video nehmen</translation>
    </message>
    <message>
      <source>this desktop lets no program have keys while another one is in front</source>
      <translation>diese Arbeitsfläche gibt keinem Programm Tasten, während ein anderes vorn ist</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>diese Tastatur hat keine solche Taste; bitte eine andere wählen</translation>
    </message>
    <message>
      <source>this system knows no keys that act everywhere</source>
      <translation>dieses System kennt keine Tasten, die überall wirken</translation>
    </message>
    <message>
      <source>to</source>
      <translation>bis</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>Hochladen</translation>
    </message>
    <message>
      <source>wait</source>
      <translation>Warten</translation>
    </message>
    <message>
      <source>weights/ is empty</source>
      <translation>weights/ ist leer</translation>
    </message>
    <message>
      <source>what it sends is damaged</source>
      <translation>was sie schickt, ist beschädigt</translation>
    </message>
    <message>
      <source>your backgrounds</source>
      <translation>eigene Hintergründe</translation>
    </message>
    <message>
      <source>{action}, everywhere</source>
      <translation>{action}, überall</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to leave it</source>
      <translation>{action}: eine Taste drücken, oder Esc, um sie zu lassen</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} enthält ein Leerzeichen oder ein Zeilenende; in einer Adresse gibt es keines</translation>
    </message>
    <message>
      <source>{address} names no host that can be; one looks like {example}</source>
      <translation>{address} nennt keinen möglichen Host; so sieht einer aus: {example}</translation>
    </message>
    <message>
      <source>{address} names no port; add one, as in {example}</source>
      <translation>{address} nennt keinen Port; bitte einen anfügen, wie in {example}</translation>
    </message>
    <message>
      <source>{address} names the port {port}, expected 1 to 65535</source>
      <translation>{address} nennt den Port {port}, möglich sind 1 bis 65535</translation>
    </message>
    <message>
      <source>{address}: write the # in your password as %23, the / as %2F</source>
      <translation>{address}: das # im Passwort bitte als %23 schreiben, das / als %2F</translation>
    </message>
    <message>
      <source>{camera} wants pictures from {host}; allow it with --allow-host {host} if you trust it</source>
      <translation>{camera} verlangt Bilder von {host}; bei Vertrauen erlauben mit --allow-host {host}</translation>
    </message>
    <message>
      <source>{done} of {count} done</source>
      <translation>{done} von {count} fertig</translation>
    </message>
    <message>
      <source>{error} Continuing on the CPU.</source>
      <translation>{error} Weiter auf dem Prozessor.</translation>
    </message>
    <message>
      <source>{error} Its matte is {name}.</source>
      <translation>{error} Die Matte ist {name}.</translation>
    </message>
    <message>
      <source>{error} The recording goes on without sound.</source>
      <translation>{error} Die Aufnahme geht ohne Ton weiter.</translation>
    </message>
    <message>
      <source>{error}.</source>
      <translation>{error}.</translation>
    </message>
    <message>
      <source>{first} exists already, and {count} more of its kind; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{first} gibt es schon, und {count} weitere dieser Art; bitte einen anderen Namen wählen oder das Ersetzen erlauben (--overwrite).</translation>
    </message>
    <message>
      <source>{found} lacks {names}</source>
      <translation>{found}, es fehlt: {names}</translation>
    </message>
    <message>
      <source>{host} leads on to what is no address: {error}</source>
      <translation>{host} führt weiter zu etwas, das keine Adresse ist: {error}</translation>
    </message>
    <message>
      <source>{host} leads on to {scheme}, but only {allowed} may follow; open that address itself if you trust it</source>
      <translation>{host} führt weiter zu {scheme}, aber nur {allowed} darf folgen; bei Vertrauen diese Adresse selbst öffnen</translation>
    </message>
    <message>
      <source>{host} wants the file {wanted} of this computer; no camera is given one</source>
      <translation>{host} verlangt die Datei {wanted} dieses Computers; keine Kamera bekommt eine</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}.</translation>
    </message>
    <message>
      <source>{key} acts in this window alone: {why}.</source>
      <translation>{key} wirkt nur in diesem Fenster: {why}.</translation>
    </message>
    <message>
      <source>{key} alone would be taken from every program; hold Ctrl or Alt, too.</source>
      <translation>{key} allein würde jedem Programm genommen; bitte Strg oder Alt dazu halten.</translation>
    </message>
    <message>
      <source>{key} is taken: it already acts everywhere.</source>
      <translation>{key} ist vergeben: Sie wirkt schon überall.</translation>
    </message>
    <message>
      <source>{key} is taken: {action}. Give that another key first.</source>
      <translation>{key} ist vergeben: {action}. Dafür bitte zuerst eine andere Taste wählen.</translation>
    </message>
    <message>
      <source>{key} moves within the window.</source>
      <translation>{key} bewegt sich innerhalb des Fensters.</translation>
    </message>
    <message>
      <source>{model} on {device}</source>
      <translation>{model} auf {device}</translation>
    </message>
    <message>
      <source>{mode}, {coding}</source>
      <translation>{mode}, {coding}</translation>
    </message>
    <message>
      <source>{name} (not there)</source>
      <translation>{name} (nicht da)</translation>
    </message>
    <message>
      <source>{name} answers, but none of its pictures can be decoded; let it send smaller or simpler ones.</source>
      <translation>{name} antwortet, aber keines ihrer Bilder lässt sich decodieren; sie sollte kleinere oder einfachere schicken.</translation>
    </message>
    <message>
      <source>{name} answers, but not as a web server does ({error}); check the address</source>
      <translation>{name} antwortet, aber nicht wie ein Webserver ({error}); bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} answers, but not as an RTSP camera does; check the address</source>
      <translation>{name} antwortet, aber nicht wie eine RTSP-Kamera; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} answers, but not with a video; check the address</source>
      <translation>{name} antwortet, aber nicht mit einem Video; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} answers, but {reason}; check the camera and the line to it</source>
      <translation>{name} antwortet, aber {reason}; bitte die Kamera und die Leitung zu ihr prüfen</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} lässt sich nicht öffnen ({tried}). Bitte andere Programme schließen, die sie benutzen, den Stecker prüfen, und {permissions}.</translation>
    </message>
    <message>
      <source>{name} describes its pictures in {size} bytes, expected at most {most}; check the address</source>
      <translation>{name} beschreibt ihre Bilder in {size} Bytes statt höchstens {most}; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} does not answer ({reason}); check the address and that the camera is switched on</source>
      <translation>{name} antwortet nicht ({reason}); bitte die Adresse prüfen, und ob die Kamera eingeschaltet ist</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} sagt nicht, wie lang es ist.</translation>
    </message>
    <message>
      <source>{name} has a video track without a single frame; record or export it again.</source>
      <translation>{name} hat eine Videospur ohne ein einziges Bild; bitte noch einmal aufnehmen oder exportieren.</translation>
    </message>
    <message>
      <source>{name} has no frame at or after {start:g} s.</source>
      <translation>{name} hat bei {start:g} s und danach kein Bild.</translation>
    </message>
    <message>
      <source>{name} has no frame that can be decoded; copy it again.</source>
      <translation>{name} hat kein Bild, das sich decodieren lässt; bitte noch einmal kopieren.</translation>
    </message>
    <message>
      <source>{name} has no frame; choose a picture of the empty room.</source>
      <translation>{name} hat kein Bild; bitte ein Bild des leeren Raums wählen.</translation>
    </message>
    <message>
      <source>{name} has no frames; restore it from the repository.</source>
      <translation>{name} hat keine Bilder; bitte aus dem Repository wiederherstellen.</translation>
    </message>
    <message>
      <source>{name} has no video track, only {found}; choose a file with a picture.</source>
      <translation>{name} hat keine Videospur, nur {found}; bitte eine Datei mit Bild wählen.</translation>
    </message>
    <message>
      <source>{name} holds {count} pictures, only the first was taken; convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} enthält {count} Bilder, nur das erste wurde genommen; für alle bitte in ein Video oder in nummerierte Bilder umwandeln.</translation>
    </message>
    <message>
      <source>{name} is a list of other files or addresses, which are never opened for it; choose the video itself.</source>
      <translation>{name} ist eine Liste anderer Dateien oder Adressen, die dafür nie geöffnet werden; bitte das Video selbst wählen.</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save what it gives to a file.</source>
      <translation>{name} ist eine Pipe oder ein Gerät; bitte den Inhalt in eine Datei speichern.</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} ist eine Wiedergabeliste von mehr als {size} MB; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>{name} wird gerade von einem anderen Export geschrieben; bitte einen anderen Namen wählen.</translation>
    </message>
    <message numerus="yes">
      <source>{name} is damaged: {n} frames could not be decoded whole; copy the file again if you can.</source>
      <extracomment>n = 1: {name} is damaged: 1 frame could not be decoded whole; copy the file again if you can.</extracomment>
      <translation>
        <numerusform>{name} ist beschädigt: {n} Bild ließ sich nicht ganz decodieren; wenn möglich, die Datei noch einmal kopieren.</numerusform>
        <numerusform>{name} ist beschädigt: {n} Bilder ließen sich nicht ganz decodieren; wenn möglich, die Datei noch einmal kopieren.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} is done, but not whole: {loss}</source>
      <translation>{name} ist fertig, aber nicht vollständig: {loss}</translation>
    </message>
    <message>
      <source>{name} is done.</source>
      <translation>{name} ist fertig.</translation>
    </message>
    <message>
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} ist leer (0 Bytes); bitte noch einmal kopieren oder aufnehmen.</translation>
    </message>
    <message>
      <source>{name} is gone. Waiting for it to come back…</source>
      <translation>{name} ist weg. Es wird gewartet, bis sie wieder da ist…</translation>
    </message>
    <message>
      <source>{name} is minimised: its last picture stays until it is seen again.</source>
      <translation>{name} ist minimiert: Das letzte Bild bleibt, bis es wieder zu sehen ist.</translation>
    </message>
    <message>
      <source>{name} is no video and no picture, so it was not opened.</source>
      <translation>{name} ist weder Video noch Bild und wurde deshalb nicht geöffnet.</translation>
    </message>
    <message>
      <source>{name} is not a video that can be read ({reason}); check the file, or convert it to MP4 first.</source>
      <translation>{name} ist kein lesbares Video ({reason}); bitte die Datei prüfen oder zuerst in MP4 umwandeln.</translation>
    </message>
    <message>
      <source>{name} is not in the gallery any more.</source>
      <translation>{name} ist nicht mehr in der Galerie.</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} ist nicht angeschlossen.</translation>
    </message>
    <message>
      <source>{name} is not there any more; was it moved or renamed?</source>
      <translation>{name} ist nicht mehr da; verschoben oder umbenannt?</translation>
    </message>
    <message>
      <source>{name} is one of {count} numbered pictures.</source>
      <translation>{name} ist eines von {count} nummerierten Bildern.</translation>
    </message>
    <message>
      <source>{name} is one picture, but the input has more frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} ist ein einzelnes Bild, aber die Eingabe hat mehr Bilder; für eine nummerierte Folge die Ausgabe {stem}_%04d{suffix} nennen.</translation>
    </message>
    <message>
      <source>{name} is one picture, but {input} has {count} frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} ist ein einzelnes Bild, aber {input} hat {count} Bilder; für eine nummerierte Folge die Ausgabe {stem}_%04d{suffix} nennen.</translation>
    </message>
    <message>
      <source>{name} is there already; replace it or choose another name.</source>
      <translation>{name} ist schon da; ersetzen oder einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>{name} is truncated: its index (the moov box) is missing after {size} bytes; copy it again, or repair it with its original recorder.</source>
      <translation>{name} ist abgeschnitten: Nach {size} Bytes fehlt das Verzeichnis (die moov-Box); bitte noch einmal kopieren oder mit dem Aufnahmegerät reparieren.</translation>
    </message>
    <message>
      <source>{name} is whole now.</source>
      <translation>{name} ist jetzt vollständig.</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} ist {length:.2f} s lang und hat bei {start:g} s und danach kein Bild.</translation>
    </message>
    <message>
      <source>{name} leads on and on without a picture</source>
      <translation>{name} führt immer weiter, ohne ein Bild</translation>
    </message>
    <message>
      <source>{name} names a numbered sequence; only .png and .jpg can be one.</source>
      <translation>{name} bezeichnet eine nummerierte Folge; das geht nur mit .png und .jpg.</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its edge doubled.</source>
      <translation>{name} braucht gerade Maße: {width}x{height} wurde als {new_width}x{new_height} geschrieben, mit verdoppeltem Rand.</translation>
    </message>
    <message>
      <source>{name} of the file, {background}, {date}, {time}, {content}: backdrop or matte; and any words</source>
      <translation>{name} der Datei, {background}, {date}, {time}, {content}: backdrop oder matte; dazu beliebige Wörter</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address</source>
      <translation>{name} lehnt ab ({reason}); bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address, and the name and password in it</source>
      <translation>{name} lehnt ab ({reason}); bitte die Adresse prüfen, und Name und Passwort darin</translation>
    </message>
    <message>
      <source>{name} sends a header without an end; check the address</source>
      <translation>{name} schickt einen Kopf ohne Ende; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} sends a video of a kind that is not known here.</source>
      <translation>{name} schickt ein Video von unbekannter Art.</translation>
    </message>
    <message>
      <source>{name} sends its pictures packed ({coding}), which nobody asked for; check the address</source>
      <translation>{name} schickt die Bilder gepackt ({coding}), was niemand verlangt hat; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} sends no picture; check the camera.</source>
      <translation>{name} schickt kein Bild; bitte die Kamera prüfen.</translation>
    </message>
    <message>
      <source>{name} sends no video; check the address.</source>
      <translation>{name} schickt kein Video; bitte die Adresse prüfen.</translation>
    </message>
    <message>
      <source>{name} sends {width}x{height} pixels, no picture.</source>
      <translation>{name} schickt {width}x{height} Pixel, das ist kein Bild.</translation>
    </message>
    <message>
      <source>{name} shows another room than {recording}, or another part of it; the room was learnt from what could be seen.</source>
      <translation>{name} zeigt einen anderen Raum als {recording} oder einen anderen Teil davon; der Raum wurde aus dem Sichtbaren gelernt.</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures past the connection to it (UDP); switch it to RTP over RTSP (TCP)</source>
      <translation>{name} will die Bilder an der Verbindung vorbei schicken (UDP); bitte auf RTP über RTSP (TCP) umstellen</translation>
    </message>
    <message>
      <source>{name} was closed: its last picture stays; choose another background.</source>
      <translation>{name} wurde geschlossen: Das letzte Bild bleibt; bitte einen anderen Hintergrund wählen.</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} wurde geschlossen; zum Weiterlesen bitte neu öffnen.</translation>
    </message>
    <message>
      <source>{name} was cut short by a crash. It plays; some programs want it finished.</source>
      <translation>{name} wurde durch einen Absturz abgeschnitten. Die Datei läuft; manche Programme brauchen sie abgeschlossen.</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}.</translation>
    </message>
    <message>
      <source>{name}, {count} threads usable</source>
      <translation>{name}, {count} Threads nutzbar</translation>
    </message>
    <message>
      <source>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</source>
      <translation>{name}, {memory:.0f} GiB, Compute Capability {capability}; {versions}</translation>
    </message>
    <message>
      <source>{name}: brought from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} left out, {repeated} shown again.</source>
      <translation>{name}: von {rate:.4g} auf {new_rate:.4g} Bilder/s gebracht; ausgelassen: {dropped}, wiederholt: {repeated}.</translation>
    </message>
    <message>
      <source>{name}: deinterlaced, its half-pictures were made whole frames.</source>
      <translation>{name}: Deinterlacing, aus Halbbildern wurden ganze Bilder.</translation>
    </message>
    <message>
      <source>{name}: drag, or use the arrow keys</source>
      <translation>{name}: ziehen oder mit den Pfeiltasten ändern</translation>
    </message>
    <message numerus="yes">
      <source>{name}: in {n} frames its own alpha is damaged or missing, and the background was shown alone.</source>
      <extracomment>n = 1: {name}: in 1 frame its own alpha is damaged or missing, and the background was shown alone.</extracomment>
      <translation>
        <numerusform>{name}: In {n} Bild ist der eigene Alphakanal beschädigt oder fehlt; dort wurde nur der Hintergrund gezeigt.</numerusform>
        <numerusform>{name}: In {n} Bildern ist der eigene Alphakanal beschädigt oder fehlt; dort wurde nur der Hintergrund gezeigt.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: interlaced; its two half-pictures are processed as one.</source>
      <translation>{name}: interlaced; die beiden Halbbilder werden wie eines behandelt.</translation>
    </message>
    <message>
      <source>{name}: its high dynamic range is brought to the standard one.</source>
      <translation>{name}: Der hohe Dynamikumfang wird auf den üblichen gebracht.</translation>
    </message>
    <message>
      <source>{name}: its own alpha is no cut-out throughout, so the model's outline is multiplied by it.</source>
      <translation>{name}: Der eigene Alphakanal ist nicht durchgehend ein Freisteller, deshalb wird der Umriss vom Modell damit multipliziert.</translation>
    </message>
    <message>
      <source>{name}: its own alpha stands in place of the model's outline.</source>
      <translation>{name}: Der eigene Alphakanal steht anstelle des Umrisses vom Modell.</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, which is no time of a film; number them from 1 on.</source>
      <translation>{name}: Die Bilder sind bis {number} nummeriert, so lang ist kein Film; bitte ab 1 nummerieren.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: its times jump at {n} places; what follows was joined to what came before.</source>
      <extracomment>n = 1: {name}: its times jump at 1 place; what follows was joined to what came before.</extracomment>
      <translation>
        <numerusform>{name}: Die Zeiten springen an {n} Stelle; was folgt, wurde an das Vorige angeschlossen.</numerusform>
        <numerusform>{name}: Die Zeiten springen an {n} Stellen; was folgt, wurde an das Vorige angeschlossen.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name}: Der Videocodec ist hier unbekannt; bitte zuerst in H.264 umwandeln.</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with 8 bits.</source>
      <translation>{name}: Das {depth}-Bit-Bild wird mit 8 Bit verarbeitet.</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name}: Keines der Bilder lässt sich decodieren ({count} beschädigt); bitte die Datei noch einmal kopieren.</translation>
    </message>
    <message>
      <source>{name}: rotated to stand upright, {width}x{height}.</source>
      <translation>{name}: aufrecht gedreht, {width}x{height}.</translation>
    </message>
    <message>
      <source>{name}: scaled from {width}x{height} to {new_width}x{new_height}.</source>
      <translation>{name}: von {width}x{height} auf {new_width}x{new_height} skaliert.</translation>
    </message>
    <message>
      <source>{name}: the camera moves, or the room is never uncovered, so that the room could not be learnt beforehand.</source>
      <translation>{name}: Die Kamera bewegt sich, oder der Raum wird nie frei, deshalb ließ er sich nicht vorab lernen.</translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name}: Die Eingabe {refused}, oder eine .png schreiben.</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name}: Der Teil von {start} s bis {end} s ist leer; das Ende muss nach dem Anfang kommen.</translation>
    </message>
    <message>
      <source>{name}: trying whether {card} decodes such films faster.</source>
      <translation>{name}: Es wird probiert, ob {card} solche Filme schneller decodiert.</translation>
    </message>
    <message>
      <source>{name}: trying whether {card} encodes such films faster.</source>
      <translation>{name}: Es wird probiert, ob {card} solche Filme schneller codiert.</translation>
    </message>
    <message>
      <source>{name}: turned round as the file asks for.</source>
      <translation>{name}: gedreht, wie die Datei es verlangt.</translation>
    </message>
    <message>
      <source>{name}: what was asked for {refused}.</source>
      <translation>{name}: Was verlangt wurde, {refused}.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {known:.0%} of the longest-seen of {n} rooms behind the person was learnt beforehand.</source>
      <extracomment>n = 1: {name}: {known:.0%} of the room behind the person was learnt beforehand.</extracomment>
      <translation>
        <numerusform>{name}: Vom Raum hinter der Person wurden vorab {known:.0%} gelernt.</numerusform>
        <numerusform>{name}: Vom am längsten gesehenen von {n} Räumen hinter der Person wurden vorab {known:.0%} gelernt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} numbers are missing; their time is kept.</extracomment>
      <translation>
        <numerusform>{name}: {n} Nummer fehlt; ihre Zeit bleibt erhalten.</numerusform>
        <numerusform>{name}: {n} Nummern fehlen; ihre Zeit bleibt erhalten.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {reason}.</source>
      <translation>{name}: {reason}.</translation>
    </message>
    <message>
      <source>{name}: {words}</source>
      <translation>{name}: {words}</translation>
    </message>
    <message>
      <source>{name}; Enter takes it, Escape leaves</source>
      <translation>{name}; Enter übernimmt, Esc verlässt</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number} %</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop, the part that is done is kept, and the whole can be begun again at the next start.</source>
      <extracomment>n = 1: An export is not finished. If you stop, the part that is done is kept, and the whole can be begun again at the next start.</extracomment>
      <translation>
        <numerusform>{n} Export ist nicht fertig. Beim Anhalten bleibt der fertige Teil erhalten, und das Ganze kann beim nächsten Start neu begonnen werden.</numerusform>
        <numerusform>{n} Exporte sind nicht fertig. Beim Anhalten bleibt der fertige Teil erhalten, und das Ganze kann beim nächsten Start neu begonnen werden.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports were not finished the last time.</source>
      <extracomment>n = 1: An export was not finished the last time.</extracomment>
      <translation>
        <numerusform>Beim letzten Mal wurde ein Export nicht fertig.</numerusform>
        <numerusform>Beim letzten Mal wurden {n} Exporte nicht fertig.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} failed</source>
      <extracomment>n = 1: {n} failed</extracomment>
      <translation>
        <numerusform>{n} fehlgeschlagen</numerusform>
        <numerusform>{n} fehlgeschlagen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames</source>
      <extracomment>n = 1: {n} frame</extracomment>
      <translation>
        <numerusform>{n} Bild</numerusform>
        <numerusform>{n} Bilder</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames lost</source>
      <extracomment>n = 1: {n} frame lost</extracomment>
      <translation>
        <numerusform>{n} Bild verloren</numerusform>
        <numerusform>{n} Bilder verloren</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were lost: the disk or the machine was slow.</source>
      <extracomment>n = 1: {n} frame was lost: the disk or the machine was slow.</extracomment>
      <translation>
        <numerusform>{n} Bild ging verloren: Der Datenträger oder der Computer war langsam.</numerusform>
        <numerusform>{n} Bilder gingen verloren: Der Datenträger oder der Computer war langsam.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this picture</source>
      <extracomment>n = 1: {n} in this picture</extracomment>
      <translation>
        <numerusform>{n} in diesem Bild</numerusform>
        <numerusform>{n} in diesem Bild</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} workers</source>
      <extracomment>n = 1: {n} worker</extracomment>
      <translation>
        <numerusform>{n} Arbeiter</numerusform>
        <numerusform>{n} Arbeiter</numerusform>
      </translation>
    </message>
    <message>
      <source>{pace}, {time:.1f} s behind</source>
      <translation>{pace}, {time:.1f} s zurück</translation>
    </message>
    <message>
      <source>{path} appeared meanwhile and was not replaced</source>
      <translation>{path} ist inzwischen aufgetaucht und wurde nicht ersetzt</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} holds {found} frames, expected {expected}; start anew</source>
      <translation>{path} lässt sich nicht zusammenfügen: {name} enthält {found} Bilder statt {expected}; bitte neu beginnen</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} was encoded by another build of the encoder than the segments before it; install the same packages on every computer, and start anew</source>
      <translation>{path} lässt sich nicht zusammenfügen: {name} kommt von einem anderen Encoder als die Abschnitte davor; bitte überall dieselben Pakete installieren und neu beginnen</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} kann nicht geschrieben werden, den Ordner {folder} gibt es nicht; bitte zuerst anlegen.</translation>
    </message>
    <message>
      <source>{path} cannot be written, {folder} is not yours to write to.</source>
      <translation>{path} kann nicht geschrieben werden, in {folder} darf nicht geschrieben werden.</translation>
    </message>
    <message>
      <source>{path} could not be finished ({reason}); free some space, or check the disk</source>
      <translation>{path} konnte nicht abgeschlossen werden ({reason}); bitte Platz schaffen oder den Datenträger prüfen</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); check the disk and the name.</source>
      <translation>{path} konnte nicht geschrieben werden ({reason}); bitte Datenträger und Namen prüfen.</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); choose a folder you may write to.</source>
      <translation>{path} konnte nicht geschrieben werden ({reason}); bitte einen Ordner wählen, in den geschrieben werden darf.</translation>
    </message>
    <message>
      <source>{path} could not be written, the disk is full ({reason}); free some space.</source>
      <translation>{path} konnte nicht geschrieben werden, der Datenträger ist voll ({reason}); bitte Platz schaffen.</translation>
    </message>
    <message>
      <source>{path} could not be written, there is no folder {folder}; make it first.</source>
      <translation>{path} konnte nicht geschrieben werden, den Ordner {folder} gibt es nicht; bitte zuerst anlegen.</translation>
    </message>
    <message>
      <source>{path} could not be written: {reason}; choose another codec or size.</source>
      <translation>{path} konnte nicht geschrieben werden: {reason}; bitte einen anderen Codec oder eine andere Größe wählen.</translation>
    </message>
    <message>
      <source>{path} does not exist; check the path.</source>
      <translation>{path} gibt es nicht; bitte den Pfad prüfen.</translation>
    </message>
    <message>
      <source>{path} ends before its first second; there is no picture</source>
      <translation>{path} endet vor der ersten Sekunde; es gibt kein Bild</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name or ask to overwrite it</source>
      <translation>{path} gibt es schon; bitte einen anderen Namen wählen oder das Ersetzen verlangen</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{path} gibt es schon; bitte einen anderen Namen wählen oder das Ersetzen erlauben (--overwrite).</translation>
    </message>
    <message>
      <source>{path} holds no video and no picture ({count} other files); name a folder with some.</source>
      <translation>{path} enthält kein Video und kein Bild ({count} andere Dateien); bitte einen Ordner mit solchen nennen.</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s</source>
      <translation>{path} enthält {duration:.1f} s</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s, and {name} was not replaced</source>
      <translation>{path} enthält {duration:.1f} s, und {name} wurde nicht ersetzt</translation>
    </message>
    <message>
      <source>{path} is a directory; name a video file, or process it as a folder.</source>
      <translation>{path} ist ein Ordner; bitte eine Videodatei nennen oder ihn als Ordner verarbeiten.</translation>
    </message>
    <message>
      <source>{path} is a folder; give the name of a file in it</source>
      <translation>{path} ist ein Ordner; bitte den Namen einer Datei darin angeben</translation>
    </message>
    <message>
      <source>{path} is a folder; name a file in it.</source>
      <translation>{path} ist ein Ordner; bitte eine Datei darin nennen.</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; give the name of an ordinary file</source>
      <translation>{path} ist eine Pipe oder ein Gerät; bitte den Namen einer gewöhnlichen Datei angeben</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; name an ordinary file.</source>
      <translation>{path} ist eine Pipe oder ein Gerät; bitte eine gewöhnliche Datei nennen.</translation>
    </message>
    <message>
      <source>{path} is being finished by another program; wait for it</source>
      <translation>{path} wird gerade von einem anderen Programm abgeschlossen; bitte darauf warten</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} wird gerade aufgenommen; bitte zuerst diese Aufnahme beenden</translation>
    </message>
    <message>
      <source>{path} is no recording that was cut short; nothing is to be done</source>
      <translation>{path} ist keine abgeschnittene Aufnahme; es ist nichts zu tun</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} wird nicht aufgenommen: Das Live-Bild ist zu Ende, es gibt nichts aufzunehmen; bitte zuerst eine Kamera oder eine Datei wählen</translation>
    </message>
    <message>
      <source>{path} is removed: {what}</source>
      <translation>{path} wurde entfernt: {what}</translation>
    </message>
    <message>
      <source>{path} is the background, which is never replaced; choose another name</source>
      <translation>{path} ist der Hintergrund, der nie ersetzt wird; bitte einen anderen Namen wählen</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} darf nicht gelesen werden; bitte die Berechtigungen prüfen.</translation>
    </message>
    <message>
      <source>{path} was cut short and plays</source>
      <translation>{path} wurde abgeschnitten und läuft</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture any more. Choose a camera or a file, and try again.</source>
      <translation>{path} wurde nicht gespeichert: Es gab kein Bild mehr. Bitte eine Kamera oder eine Datei wählen und noch einmal versuchen.</translation>
    </message>
    <message>
      <source>{path} was not written: not one frame was done.</source>
      <translation>{path} wurde nicht geschrieben: Kein einziges Bild war fertig.</translation>
    </message>
    <message>
      <source>{path} was not written: there was no frame.</source>
      <translation>{path} wurde nicht geschrieben: Es gab kein Bild.</translation>
    </message>
    <message>
      <source>{path}: a recording is an MP4 file; give it a name that ends in .mp4</source>
      <translation>{path}: Eine Aufnahme ist eine MP4-Datei; der Name sollte auf .mp4 enden</translation>
    </message>
    <message>
      <source>{path}: less than {size} MB are free there; free some space, or record to another disk</source>
      <translation>{path}: Dort sind weniger als {size} MB frei; bitte Platz schaffen oder auf einen anderen Datenträger aufnehmen</translation>
    </message>
    <message>
      <source>{path}: the folder {folder} does not exist; make it first</source>
      <translation>{path}: Den Ordner {folder} gibt es nicht; bitte zuerst anlegen</translation>
    </message>
    <message>
      <source>{path}: the graphics card stopped encoding ({error}); try again in software (--encoder software).</source>
      <translation>{path}: Die Grafikkarte codiert nicht mehr ({error}); bitte noch einmal in Software versuchen (--encoder software).</translation>
    </message>
    <message>
      <source>{path}: {what}</source>
      <translation>{path}: {what}</translation>
    </message>
    <message>
      <source>{pattern}: there is no picture of that name, such as {example}; check folder and pattern.</source>
      <translation>{pattern}: Ein Bild mit solchem Namen, etwa {example}, gibt es nicht; bitte Ordner und Muster prüfen.</translation>
    </message>
    <message>
      <source>{rate:.0f} frames/s</source>
      <translation>{rate:.0f} Bilder/s</translation>
    </message>
    <message>
      <source>{rate:.1f} frames/s</source>
      <translation>{rate:.1f} Bilder/s</translation>
    </message>
    <message>
      <source>{rate:g} frames/s</source>
      <translation>{rate:g} Bilder/s</translation>
    </message>
    <message>
      <source>{scheme}:// leads to no camera; expected {expected}</source>
      <translation>{scheme}:// führt zu keiner Kamera; möglich sind {expected}</translation>
    </message>
    <message>
      <source>{sentence}
Click to look for it.</source>
      <translation>{sentence}
Klicken, um sie zu suchen.</translation>
    </message>
    <message>
      <source>{sentence}; the result is in the folder {name}.</source>
      <translation>{sentence}; das Ergebnis liegt im Ordner {name}.</translation>
    </message>
    <message>
      <source>{sentence}; the result is {name}.</source>
      <translation>{sentence}; das Ergebnis ist {name}.</translation>
    </message>
    <message>
      <source>{size:.1f} MB of a job for {path} that was killed</source>
      <translation>{size:.1f} MB eines abgebrochenen Auftrags für {path}</translation>
    </message>
    <message>
      <source>{size} B</source>
      <translation>{size} B</translation>
    </message>
    <message>
      <source>{size} GB</source>
      <translation>{size} GB</translation>
    </message>
    <message>
      <source>{size} MB</source>
      <translation>{size} MB</translation>
    </message>
    <message>
      <source>{size} free</source>
      <translation>{size} frei</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} kB</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s</source>
      <translation>{size}, {rate:g} Bilder/s</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s, synthetic</source>
      <translation>{size}, {rate:g} Bilder/s, künstlich</translation>
    </message>
    <message>
      <source>{suffix} counts in milliseconds: times were rounded to them.</source>
      <translation>{suffix} zählt in Millisekunden: Die Zeiten wurden darauf gerundet.</translation>
    </message>
    <message>
      <source>{target} is not connected, so the built-in sample plays.</source>
      <translation>{target} ist nicht angeschlossen, deshalb läuft das Beispiel.</translation>
    </message>
    <message>
      <source>{time:.0f} ms delay</source>
      <translation>{time:.0f} ms Verzögerung</translation>
    </message>
    <message>
      <source>{time:.1f} ms a {size} frame on {device} (network at {input})</source>
      <translation>{time:.1f} ms je Bild von {size} auf {device} (Netz mit {input})</translation>
    </message>
    <message>
      <source>{time} min left</source>
      <translation>noch {time} min</translation>
    </message>
    <message>
      <source>{time} ms</source>
      <translation>{time} ms</translation>
    </message>
    <message>
      <source>{time} s left</source>
      <translation>noch {time} s</translation>
    </message>
    <message>
      <source>{tip}
A double-click or Delete resets it.</source>
      <translation>{tip}
Ein Doppelklick oder Entf setzt zurück.</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>Abschnitt {title}</translation>
    </message>
    <message>
      <source>{trouble}. It is tried again until it works.</source>
      <translation>{trouble}. Es wird weiter versucht, bis es geht.</translation>
    </message>
    <message>
      <source>{trouble}. It was tried three times and is not tried again; give the address with the right name and password.</source>
      <translation>{trouble}. Es wurde dreimal versucht und wird nicht weiter versucht; bitte die Adresse mit richtigem Namen und Passwort angeben.</translation>
    </message>
    <message>
      <source>{what} ({error}). {help}</source>
      <translation>{what} ({error}). {help}</translation>
    </message>
    <message>
      <source>{what} leads on and on ({count} connections) without a picture; check the address</source>
      <translation>{what} führt immer weiter ({count} Verbindungen), ohne ein Bild; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{what} on {where}</source>
      <translation>{what} auf {where}</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture; that is no camera, or a damaged one; check the address</source>
      <translation>{what} hat {size} MB ohne Bild geschickt; das ist keine Kamera oder eine beschädigte; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{what}. {help}</source>
      <translation>{what}. {help}</translation>
    </message>
    <message>
      <source>{what}; the old file is kept as {name}.</source>
      <translation>{what}; die alte Datei bleibt als {name} erhalten.</translation>
    </message>
    <message>
      <source>{what}; they cannot be saved: look at {path}.</source>
      <translation>{what}; sie lassen sich nicht speichern: bitte {path} ansehen.</translation>
    </message>
    <message>
      <source>{word} stands for nothing in a name; there are {known}.</source>
      <translation>{word} steht in einem Namen für nichts; es gibt {known}.</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>„{title}“</translation>
    </message>
  </context>
</TS>
