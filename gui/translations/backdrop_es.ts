<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 cuts hard; 100 keeps the finest hair.</source>
      <translation>0 corta en seco; 100 conserva el pelo más fino.</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>1 imagen</translation>
    </message>
    <message>
      <source>100 %: every pixel</source>
      <translation>100 %: cada píxel</translation>
    </message>
    <message>
      <source>A folder of slides…</source>
      <translation>Una carpeta de diapositivas…</translation>
    </message>
    <message>
      <source>A folder, or a numbered sequence…</source>
      <translation>Una carpeta o una secuencia numerada…</translation>
    </message>
    <message>
      <source>A matte would have another file's name; give them a pattern of names.</source>
      <translation>Una máscara tendría el nombre de otro archivo; indique un patrón de nombres.</translation>
    </message>
    <message>
      <source>A moment: looking around first…</source>
      <translation>Un momento: primero se examina el equipo…</translation>
    </message>
    <message>
      <source>A picture of your home, in a file that nobody but you can read. It is deleted when you forget the room, or switch this off.</source>
      <translation>Una imagen de su casa, en un archivo que nadie más puede leer. Se elimina cuando se olvida la habitación o se apaga esto.</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>Hay una grabación en curso. Se terminará y se conservará.</translation>
    </message>
    <message>
      <source>A saved look with its background</source>
      <translation>Un aspecto guardado con su fondo</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Se omitió una pista de sonido ({codec}): este tipo de archivo no puede contenerla.</translation>
    </message>
    <message>
      <source>A track of subtitles ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Se omitió una pista de subtítulos ({codec}): este tipo de archivo no puede contenerla.</translation>
    </message>
    <message>
      <source>A track of {kind} ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Se omitió una pista {kind} ({codec}): este tipo de archivo no puede contenerla.</translation>
    </message>
    <message>
      <source>A video or a picture…</source>
      <translation>Un vídeo o una imagen…</translation>
    </message>
    <message>
      <source>A window</source>
      <translation>Una ventana</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Acerca de</translation>
    </message>
    <message>
      <source>About Backdrop</source>
      <translation>Acerca de Backdrop</translation>
    </message>
    <message>
      <source>About half the size</source>
      <translation>Más o menos la mitad</translation>
    </message>
    <message>
      <source>About twice the size, with the least compression</source>
      <translation>Más o menos el doble, con la menor compresión</translation>
    </message>
    <message>
      <source>Across</source>
      <translation>Horizontal</translation>
    </message>
    <message>
      <source>Add backgrounds</source>
      <translation>Añadir fondos</translation>
    </message>
    <message>
      <source>Add pictures or videos</source>
      <translation>Añadir imágenes o vídeos</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>Dirección de una cámara de red</translation>
    </message>
    <message>
      <source>After</source>
      <translation>Después</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>Todos los archivos</translation>
    </message>
    <message>
      <source>All of the film again</source>
      <translation>Otra vez la película entera</translation>
    </message>
    <message>
      <source>Allow {host} until this window closes</source>
      <translation>Permitir {host} hasta que se cierre esta ventana</translation>
    </message>
    <message>
      <source>Also when Backdrop is not in front</source>
      <translation>También cuando Backdrop no está delante</translation>
    </message>
    <message>
      <source>Always here</source>
      <translation>Siempre aquí</translation>
    </message>
    <message>
      <source>An arrow</source>
      <translation>Una flecha</translation>
    </message>
    <message>
      <source>An export is running: {share:.0%} done</source>
      <translation>Hay una exportación en curso: {share:.0%} hecho</translation>
    </message>
    <message>
      <source>Areas of the picture</source>
      <translation>Zonas de la imagen</translation>
    </message>
    <message>
      <source>Areas…</source>
      <translation>Zonas…</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>Como en la ventana</translation>
    </message>
    <message>
      <source>As it is and mirrored: fewer mistakes with Fast, for up to twice the time</source>
      <translation>Tal cual y reflejada: menos errores con «Rápido», en hasta el doble de tiempo</translation>
    </message>
    <message>
      <source>As it is written on the web, for example #4f7cac</source>
      <translation>Como se escribe en la web, por ejemplo #4f7cac</translation>
    </message>
    <message>
      <source>As the camera has you</source>
      <translation>Tal como la cámara le muestra</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>Aurora</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>Automático</translation>
    </message>
    <message>
      <source>Automatic ({choice})</source>
      <translation>Automático ({choice})</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>Volver a la imagen (Esc)</translation>
    </message>
    <message>
      <source>Back to what was there (Esc)</source>
      <translation>Volver a lo que había (Esc)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>Backdrop se cerrará cuando terminen las exportaciones.</translation>
    </message>
    <message>
      <source>Backdrop has forgotten the room.</source>
      <translation>Backdrop ha olvidado la habitación.</translation>
    </message>
    <message>
      <source>Backdrop knows this room from before.</source>
      <translation>Backdrop ya conoce esta habitación.</translation>
    </message>
    <message>
      <source>Backdrop knows your room now, and tells you from it better.</source>
      <translation>Backdrop ya conoce su habitación y le distingue mejor de ella.</translation>
    </message>
    <message>
      <source>Backdrop speaks English from its next start on.</source>
      <translation>Backdrop hablará español desde la próxima vez que se abra.</translation>
    </message>
    <message>
      <source>Backdrop tells you from your room better once it has seen the room without you. Nobody else ever sees this picture.</source>
      <translation>Backdrop le distingue mejor de su habitación cuando la ha visto sin usted. Nadie más verá nunca esta imagen.</translation>
    </message>
    <message>
      <source>Backdrop's own code, models and pictures are under the MIT licence.</source>
      <translation>El código, los modelos y las imágenes propios de Backdrop están bajo la licencia MIT.</translation>
    </message>
    <message>
      <source>Background</source>
      <translation>Fondo</translation>
    </message>
    <message>
      <source>Background colour</source>
      <translation>Color de fondo</translation>
    </message>
    <message>
      <source>Background {error}</source>
      <translation>Fondo {error}</translation>
    </message>
    <message>
      <source>Background {name} cannot be read ({reason}); choose another.</source>
      <translation>El fondo {name} no se puede leer ({reason}); elija otro.</translation>
    </message>
    <message>
      <source>Background {name} has no page that can be shown: it is damaged, empty, or no PDF; export the slides again.</source>
      <translation>El fondo {name} no tiene ninguna página que se pueda mostrar: está dañado, vacío o no es un PDF; exporte otra vez las diapositivas.</translation>
    </message>
    <message>
      <source>Background {name} has {size:.1f} GiB, and a PDF may have {most}; save it with smaller pictures.</source>
      <translation>El fondo {name} tiene {size:.1f} GiB, y un PDF puede tener {most}; guárdelo con imágenes más pequeñas.</translation>
    </message>
    <message>
      <source>Background {name} is a folder without a picture in it; export the slides as pictures into it, or name a picture or a video.</source>
      <translation>El fondo {name} es una carpeta sin imágenes; exporte en ella las diapositivas como imágenes, o indique una imagen o un vídeo.</translation>
    </message>
    <message>
      <source>Background {name} is damaged: some of its frames cannot be decoded whole; copy the file again if you can.</source>
      <translation>El fondo {name} está dañado: algunas imágenes no se pueden decodificar enteras; si puede, copie otra vez el archivo.</translation>
    </message>
    <message>
      <source>Background {name} is locked by a password; save it without one, and choose that.</source>
      <translation>El fondo {name} está protegido con una contraseña; guárdelo sin ella y elija ese.</translation>
    </message>
    <message>
      <source>Background {name} {error}.</source>
      <translation>El fondo {name} {error}.</translation>
    </message>
    <message>
      <source>Background {name}: page {page} cannot be shown ({why}); export the slides again.</source>
      <translation>Fondo {name}: la página {page} no se puede mostrar ({why}); exporte otra vez las diapositivas.</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>Medio</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>Antes</translation>
    </message>
    <message>
      <source>Before and after, for files (V)</source>
      <translation>Antes y después, para archivos (V)</translation>
    </message>
    <message>
      <source>Begin</source>
      <translation>Empezar</translation>
    </message>
    <message>
      <source>Begin again at the end</source>
      <translation>Volver a empezar al final</translation>
    </message>
    <message>
      <source>Begin now</source>
      <translation>Empezar ahora</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Óptimo</translation>
    </message>
    <message>
      <source>Best (hardly longer)</source>
      <translation>Óptimo (apenas más)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f} times longer)</source>
      <translation>Óptimo ({ratio:.0f} veces más)</translation>
    </message>
    <message>
      <source>Best the camera offers</source>
      <translation>Lo mejor que ofrece la cámara</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>Desenfoque</translation>
    </message>
    <message>
      <source>Blur my room</source>
      <translation>Desenfocar mi habitación</translation>
    </message>
    <message>
      <source>Blur strength</source>
      <translation>Desenfoque</translation>
    </message>
    <message>
      <source>Bokeh</source>
      <translation>Bokeh</translation>
    </message>
    <message>
      <source>Bookshelf</source>
      <translation>Librería</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>Ambos</translation>
    </message>
    <message>
      <source>Brightness</source>
      <translation>Brillo</translation>
    </message>
    <message>
      <source>Built-in sample</source>
      <translation>Ejemplo incluido</translation>
    </message>
    <message>
      <source>Built-in sample as a camera</source>
      <translation>Ejemplo incluido, como cámara</translation>
    </message>
    <message>
      <source>Calms flicker where nothing moves.</source>
      <translation>Calma el parpadeo donde nada se mueve.</translation>
    </message>
    <message>
      <source>Camera or file</source>
      <translation>Cámara o archivo</translation>
    </message>
    <message>
      <source>Camera resolution and frame rate</source>
      <translation>Resolución y frecuencia de la cámara</translation>
    </message>
    <message>
      <source>Camera {index} cannot be opened; close programs that use it.</source>
      <translation>La cámara {index} no se puede abrir; cierre los programas que la usen.</translation>
    </message>
    <message>
      <source>Cameras</source>
      <translation>Cámaras</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Cancelar</translation>
    </message>
    <message>
      <source>Cancel this export</source>
      <translation>Cancelar esta exportación</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>Cancelado</translation>
    </message>
    <message>
      <source>Cancelled; the first part is kept</source>
      <translation>Cancelado; se conserva la primera parte</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Cancelando…</translation>
    </message>
    <message>
      <source>Carry every sound track over</source>
      <translation>Llevar todas las pistas de sonido</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>Cambiar teclas…</translation>
    </message>
    <message>
      <source>Choose a camera or a file</source>
      <translation>Elija una cámara o un archivo</translation>
    </message>
    <message>
      <source>Choose a file</source>
      <translation>Elegir un archivo</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>Elegir adónde van las grabaciones</translation>
    </message>
    <message>
      <source>Choose where to write</source>
      <translation>Elegir dónde escribir</translation>
    </message>
    <message>
      <source>Choose where to write.</source>
      <translation>Elija dónde escribir.</translation>
    </message>
    <message>
      <source>Choose “{device}” in the other program.</source>
      <translation>Elija «{device}» en el otro programa.</translation>
    </message>
    <message>
      <source>Choose “{name}” in the other program.</source>
      <translation>Elija «{name}» en el otro programa.</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>Verde croma</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>Borrar todo</translation>
    </message>
    <message>
      <source>Click a key, then press another one. At the end: keys that act everywhere.</source>
      <translation>Haga clic en una tecla y pulse otra. Al final: teclas que actúan en todas partes.</translation>
    </message>
    <message>
      <source>Click on a thing, a microphone or a chair, or draw around it: all of it is kept</source>
      <translation>Haga clic en una cosa, un micrófono o una silla, o rodéela: se conserva todo</translation>
    </message>
    <message>
      <source>Click on what shall always be seen, a microphone or a chair; or draw around it.</source>
      <translation>Haga clic en lo que siempre debe verse, un micrófono o una silla; o rodéelo.</translation>
    </message>
    <message>
      <source>Click, then press another key for: {action}</source>
      <translation>Haga clic y pulse otra tecla para: {action}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Cerrar</translation>
    </message>
    <message>
      <source>Close Backdrop?</source>
      <translation>¿Cerrar Backdrop?</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>Cerrar al terminar</translation>
    </message>
    <message>
      <source>Closer, as the wheel does</source>
      <translation>Más cerca, como con la rueda</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>Códec</translation>
    </message>
    <message>
      <source>Colour as #rrggbb</source>
      <translation>Color como #rrggbb</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Comparar</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Conectar</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>Copiado.</translation>
    </message>
    <message>
      <source>Copy for a report</source>
      <translation>Copiar para un informe</translation>
    </message>
    <message>
      <source>Counts down while you step out</source>
      <translation>Cuenta atrás mientras sale de la imagen</translation>
    </message>
    <message>
      <source>Cover the picture, cutting what is over</source>
      <translation>Cubrir la imagen, recortando lo que sobra</translation>
    </message>
    <message>
      <source>Cutout</source>
      <translation>Recorte</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Oscuro</translation>
    </message>
    <message>
      <source>Darkens or brightens the new background.</source>
      <translation>Oscurece o aclara el nuevo fondo.</translation>
    </message>
    <message>
      <source>Daylight</source>
      <translation>Luz de día</translation>
    </message>
    <message>
      <source>Deinterlace</source>
      <translation>Desentrelazar</translation>
    </message>
    <message>
      <source>Delay, 95 %</source>
      <translation>Retardo, 95 %</translation>
    </message>
    <message>
      <source>Delay, median</source>
      <translation>Retardo, mediana</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>Eliminar este ajuste</translation>
    </message>
    <message>
      <source>Delete what is known of this room</source>
      <translation>Borrar lo que se sabe de esta habitación</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Detalles</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>Dispositivo</translation>
    </message>
    <message>
      <source>Digits of a number, at least</source>
      <translation>Mínimo de cifras</translation>
    </message>
    <message>
      <source>Do it again</source>
      <translation>Hacerlo otra vez</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>No cerrar (Enter, Esc)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>No conectar</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>No grabar todavía (Esc)</translation>
    </message>
    <message>
      <source>Do not save</source>
      <translation>No guardar</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Listo</translation>
    </message>
    <message>
      <source>Done at {rate:.0f} frames/s</source>
      <translation>Listo, a {rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>Down</source>
      <translation>Vertical</translation>
    </message>
    <message>
      <source>Drag a box around the part where you are. Outside of it nothing is ever kept.</source>
      <translation>Trace un recuadro alrededor de la parte donde está. Fuera de él nunca se conserva nada.</translation>
    </message>
    <message>
      <source>Drag a box: outside of it nothing is ever kept</source>
      <translation>Trace un recuadro: fuera de él nunca se conserva nada</translation>
    </message>
    <message>
      <source>Drag or click to go there; the arrow keys go by a second</source>
      <translation>Arrastre o haga clic para ir allí; las flechas avanzan un segundo</translation>
    </message>
    <message>
      <source>Draw around it: nothing in it is ever kept</source>
      <translation>Rodéelo: dentro nunca se conserva nada</translation>
    </message>
    <message>
      <source>Draw around what shall never be seen.</source>
      <translation>Rodee lo que nunca debe verse.</translation>
    </message>
    <message>
      <source>Draw in the picture where nothing is ever kept, or all of it</source>
      <translation>Dibujar en la imagen dónde no se conserva nunca nada, o todo</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>Suelte para abrir</translation>
    </message>
    <message>
      <source>Dropped</source>
      <translation>Descartadas</translation>
    </message>
    <message>
      <source>Dusk</source>
      <translation>Atardecer</translation>
    </message>
    <message>
      <source>Edge softness</source>
      <translation>Suavidad</translation>
    </message>
    <message>
      <source>Edge trim</source>
      <translation>Recorte del borde</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>Codificadores</translation>
    </message>
    <message>
      <source>End of the part</source>
      <translation>Final de la parte</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Cálculo</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>Error</translation>
    </message>
    <message>
      <source>Every key as it was at first</source>
      <translation>Todas las teclas como al principio</translation>
    </message>
    <message>
      <source>Everyone</source>
      <translation>Todos</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exportar</translation>
    </message>
    <message>
      <source>Export all files</source>
      <translation>Exportar todos los archivos</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>Exportar todo…</translation>
    </message>
    <message>
      <source>Export of {name}</source>
      <translation>Exportación de {name}</translation>
    </message>
    <message>
      <source>Export this file</source>
      <translation>Exportar este archivo</translation>
    </message>
    <message>
      <source>Export {name}</source>
      <translation>Exportar {name}</translation>
    </message>
    <message numerus="yes">
      <source>Export {n} files</source>
      <extracomment>n = 1: Export {n} file</extracomment>
      <translation>
        <numerusform>Exportar {n} archivo</numerusform>
        <numerusform>Exportar {n} archivos</numerusform>
      </translation>
    </message>
    <message>
      <source>Exports</source>
      <translation>Exportaciones</translation>
    </message>
    <message>
      <source>Exports are for files. Open a video or a picture first; a camera is recorded with the red button.</source>
      <translation>Se exportan archivos. Abra primero un vídeo o una imagen; una cámara se graba con el botón rojo.</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportar…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>Ha fallado</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Rápido</translation>
    </message>
    <message>
      <source>File size</source>
      <translation>Tamaño de archivo</translation>
    </message>
    <message>
      <source>File type</source>
      <translation>Tipo de archivo</translation>
    </message>
    <message>
      <source>Files are written one after the other: {reason}</source>
      <translation>Los archivos se escriben uno tras otro: {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>Entretanto aparecieron archivos con el nombre {path} y no se reemplazaron</translation>
    </message>
    <message>
      <source>Files to go through</source>
      <translation>Archivos por recorrer</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>Llenar</translation>
    </message>
    <message>
      <source>Find out what a frame costs with each model; the picture waits meanwhile</source>
      <translation>Averiguar cuánto cuesta una imagen con cada modelo; la imagen espera entretanto</translation>
    </message>
    <message>
      <source>Finish and close</source>
      <translation>Terminar y cerrar</translation>
    </message>
    <message>
      <source>Finish the exports, then close</source>
      <translation>Terminar las exportaciones y cerrar</translation>
    </message>
    <message>
      <source>Finish this recording</source>
      <translation>Terminar esta grabación</translation>
    </message>
    <message>
      <source>Finished frames a second</source>
      <translation>Imágenes terminadas por segundo</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>Terminando el archivo…</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>Encajar</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>Ajuste, desenfoque y brillo del fondo</translation>
    </message>
    <message>
      <source>Flip yourself left to right, not the background (M)</source>
      <translation>Reflejarle de izquierda a derecha, no el fondo (M)</translation>
    </message>
    <message>
      <source>Fold or unfold {title}</source>
      <translation>Plegar o desplegar {title}</translation>
    </message>
    <message>
      <source>Fold the exports away</source>
      <translation>Plegar las exportaciones</translation>
    </message>
    <message>
      <source>For those who want to know</source>
      <translation>Para quien quiera saberlo</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Olvidar</translation>
    </message>
    <message>
      <source>Frames a second that the source delivers</source>
      <translation>Imágenes por segundo que entrega la fuente</translation>
    </message>
    <message>
      <source>Frames are shown again or left out; sound stays</source>
      <translation>Se repiten u omiten imágenes; el sonido no cambia</translation>
    </message>
    <message>
      <source>Frames in</source>
      <translation>Imágenes recibidas</translation>
    </message>
    <message>
      <source>Frames never leave this computer.</source>
      <translation>Las imágenes nunca salen de este equipo.</translation>
    </message>
    <message>
      <source>Frames out</source>
      <translation>Imágenes listas</translation>
    </message>
    <message>
      <source>Frames per second</source>
      <translation>Imágenes por segundo</translation>
    </message>
    <message>
      <source>Frames that were replaced by newer ones before their turn</source>
      <translation>Imágenes sustituidas por otras más nuevas antes de su turno</translation>
    </message>
    <message>
      <source>From</source>
      <translation>Desde</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>De la captura a la imagen terminada</translation>
    </message>
    <message>
      <source>From last time, not begun yet</source>
      <translation>De la última vez, aún sin empezar</translation>
    </message>
    <message>
      <source>From whatever you uncover while you move; off: nothing is learnt</source>
      <translation>De todo lo que deja a la vista al moverse; apagado: no se aprende nada</translation>
    </message>
    <message>
      <source>Full</source>
      <translation>Completa</translation>
    </message>
    <message>
      <source>Full quality again.</source>
      <translation>De nuevo calidad completa.</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Pantalla completa</translation>
    </message>
    <message>
      <source>Full screen (F11)</source>
      <translation>Pantalla completa (F11)</translation>
    </message>
    <message>
      <source>Further away</source>
      <translation>Más lejos</translation>
    </message>
    <message>
      <source>Give them other keys</source>
      <translation>Asignarles otras teclas</translation>
    </message>
    <message>
      <source>Graphics</source>
      <translation>Gráficos</translation>
    </message>
    <message>
      <source>Graphics card (NVIDIA)</source>
      <translation>Tarjeta gráfica (NVIDIA)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>Grafito</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>Mostrar u ocultar el panel lateral</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>Ocultar tiempo</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>Colinas</translation>
    </message>
    <message>
      <source>How large you are before the background.</source>
      <translation>Su tamaño delante del fondo.</translation>
    </message>
    <message>
      <source>How many files are written side by side</source>
      <translation>Cuántos archivos se escriben a la vez</translation>
    </message>
    <message>
      <source>How much of the room can still be made out.</source>
      <translation>Cuánto se distingue aún de la habitación.</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>Cómo se ajusta el fondo</translation>
    </message>
    <message>
      <source>How the picture is compressed</source>
      <translation>Cómo se comprime la imagen</translation>
    </message>
    <message>
      <source>Hue</source>
      <translation>Tono</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>En la esquina</translation>
    </message>
    <message>
      <source>Info</source>
      <translation>Información</translation>
    </message>
    <message>
      <source>Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, or Unity Capture, and start this program again.</source>
      <translation>Instale OBS Studio 26 o posterior, que trae OBS Virtual Camera, o Unity Capture, y reinicie este programa.</translation>
    </message>
    <message>
      <source>Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in the system settings, and start this program again.</source>
      <translation>Instale OBS Studio 30 o posterior, inicie una vez su cámara virtual, permita la extensión en los ajustes del sistema y reinicie este programa.</translation>
    </message>
    <message>
      <source>Install the optional package first: pip install pyvirtualcam</source>
      <translation>Instale antes el paquete opcional: pip install pyvirtualcam</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: sudo apt install v4l2loopback-dkms), then run: {command}</source>
      <translation>Instale el módulo del núcleo v4l2loopback (Debian y Ubuntu: sudo apt install v4l2loopback-dkms) y ejecute: {command}</translation>
    </message>
    <message>
      <source>It brings no text of its licence.</source>
      <translation>No incluye el texto de su licencia.</translation>
    </message>
    <message>
      <source>It is lost then</source>
      <translation>Se perderá</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>Su máscara es {name}, al lado.</translation>
    </message>
    <message>
      <source>Its name on the command line, and the beginning of its file's SHA-256</source>
      <translation>Su nombre en la línea de órdenes y el comienzo del SHA-256 de su archivo</translation>
    </message>
    <message>
      <source>Its shape is kept</source>
      <translation>Se conserva su proporción</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>Imágenes JPEG</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>Conservar a todas las personas de la imagen</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>Seguir</translation>
    </message>
    <message>
      <source>Keep it as the background</source>
      <translation>Conservarlo como fondo</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>Conservar solo a la persona más grande</translation>
    </message>
    <message>
      <source>Keep the sound</source>
      <translation>Conservar el sonido</translation>
    </message>
    <message>
      <source>Keep these keys (Esc)</source>
      <translation>Conservar estas teclas (Esc)</translation>
    </message>
    <message>
      <source>Keep what is done, and end</source>
      <translation>Conservar lo hecho y acabar</translation>
    </message>
    <message>
      <source>Kept. Drag its corners where it is not quite right.</source>
      <translation>Se conserva. Arrastre sus esquinas donde no esté del todo bien.</translation>
    </message>
    <message>
      <source>Kept. Not what you meant? Click on it again.</source>
      <translation>Se conserva. ¿No es lo que quería? Haga clic otra vez.</translation>
    </message>
    <message>
      <source>Keyboard</source>
      <translation>Teclado</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Atajos de teclado</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Teclas</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Idioma</translation>
    </message>
    <message>
      <source>Large</source>
      <translation>Grande</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>La mayor</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>Después</translation>
    </message>
    <message>
      <source>Learn again</source>
      <translation>Aprender de nuevo</translation>
    </message>
    <message>
      <source>Learn my room</source>
      <translation>Aprender mi habitación</translation>
    </message>
    <message>
      <source>Learn the room by itself</source>
      <translation>Aprender la habitación sin pedirlo</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>Aprendiendo la habitación: {share:.0%}</translation>
    </message>
    <message>
      <source>Leave out the start or the end</source>
      <translation>Omitir el principio o el final</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>Restos</translation>
    </message>
    <message>
      <source>Let it be heard</source>
      <translation>Dejar que se oiga</translation>
    </message>
    <message>
      <source>Let the film be heard, or not</source>
      <translation>Oír la película, o no</translation>
    </message>
    <message>
      <source>Let the part end here</source>
      <translation>La parte termina aquí</translation>
    </message>
    <message>
      <source>Let the part start here</source>
      <translation>La parte empieza aquí</translation>
    </message>
    <message>
      <source>Lets the new background glow over the edge.</source>
      <translation>Deja que el nuevo fondo brille sobre el borde.</translation>
    </message>
    <message>
      <source>Lets you cast a soft shadow on the background.</source>
      <translation>Le hace proyectar una sombra suave sobre el fondo.</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Licencia</translation>
    </message>
    <message>
      <source>Licences</source>
      <translation>Licencias</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Claro</translation>
    </message>
    <message>
      <source>Light enough for any computer without a graphics card.</source>
      <translation>Lo bastante ligero para cualquier equipo sin tarjeta gráfica.</translation>
    </message>
    <message>
      <source>Light wrap</source>
      <translation>Halo de luz</translation>
    </message>
    <message>
      <source>Like the system</source>
      <translation>Como el sistema</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>Aspecto</translation>
    </message>
    <message>
      <source>Look twice at each picture</source>
      <translation>Mirar cada imagen dos veces</translation>
    </message>
    <message>
      <source>Looking around; the models are timed, too…</source>
      <translation>Examinando el equipo; también se miden los modelos…</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>Buscando una cámara…</translation>
    </message>
    <message>
      <source>Looking for its outline...</source>
      <translation>Buscando su contorno…</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>MIT para los pesos; las imágenes de entrenamiento tienen sus propias condiciones: weights/README.md</translation>
    </message>
    <message>
      <source>MP4 files and virtual cameras know no transparency: black stands behind you there. Snapshots and exports keep it.</source>
      <translation>Los archivos MP4 y las cámaras virtuales no conocen la transparencia: ahí el fondo es negro. Las instantáneas y exportaciones la conservan.</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4, para todo</translation>
    </message>
    <message>
      <source>Make whole frames (deinterlace)</source>
      <translation>Formar imágenes enteras (desentrelazar)</translation>
    </message>
    <message>
      <source>Makes {size} in {duration} on this machine, as tried on a few frames.</source>
      <translation>Da {size} en {duration} en este equipo, según una prueba con algunas imágenes.</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>Igualar la luz</translation>
    </message>
    <message>
      <source>Matroska (MKV)</source>
      <translation>Matroska (MKV)</translation>
    </message>
    <message>
      <source>Matte</source>
      <translation>Máscara</translation>
    </message>
    <message>
      <source>Meanwhile Backdrop prepares itself for this processor, which takes about a minute at the very first start.</source>
      <translation>Mientras tanto, Backdrop se prepara para este procesador, lo que lleva cerca de un minuto la primera vez.</translation>
    </message>
    <message>
      <source>Measure models</source>
      <translation>Medir modelos</translation>
    </message>
    <message>
      <source>Measuring how long it takes…</source>
      <translation>Midiendo cuánto tarda…</translation>
    </message>
    <message>
      <source>Measuring…</source>
      <translation>Midiendo…</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>Micrófono</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>Menta</translation>
    </message>
    <message>
      <source>Minutes and seconds, as in 1:23.5; the arrow keys go by seconds</source>
      <translation>Minutos y segundos, como en 1:23,5; las flechas avanzan por segundos</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>Reflejarme</translation>
    </message>
    <message>
      <source>Mix a colour</source>
      <translation>Mezclar un color</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modelo</translation>
    </message>
    <message>
      <source>Model {name}</source>
      <translation>Modelo {name}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelos</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Más</translation>
    </message>
    <message>
      <source>More trims the edge closer to the person.</source>
      <translation>Más recorta el borde más cerca de la persona.</translation>
    </message>
    <message>
      <source>Move this bar to the bottom</source>
      <translation>Mover esta barra abajo</translation>
    </message>
    <message>
      <source>Move this bar to the top</source>
      <translation>Mover esta barra arriba</translation>
    </message>
    <message>
      <source>Moves you to the left or right.</source>
      <translation>Le mueve a la izquierda o a la derecha.</translation>
    </message>
    <message>
      <source>Moves you up or down.</source>
      <translation>Le mueve hacia arriba o hacia abajo.</translation>
    </message>
    <message>
      <source>Moves your brightness and colour toward the background's.</source>
      <translation>Acerca su brillo y su color a los del fondo.</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>Silenciar</translation>
    </message>
    <message>
      <source>Mute (N)</source>
      <translation>Silenciar (N)</translation>
    </message>
    <message>
      <source>My camera</source>
      <translation>Mi cámara</translation>
    </message>
    <message>
      <source>My camera: {name}</source>
      <translation>Mi cámara: {name}</translation>
    </message>
    <message>
      <source>My room</source>
      <translation>Mi habitación</translation>
    </message>
    <message>
      <source>My room is the background, so nothing would be replaced; choose another.</source>
      <translation>El fondo es mi habitación, así que nada se sustituiría; elija otro.</translation>
    </message>
    <message>
      <source>My room: nothing is replaced, for a moment</source>
      <translation>Mi habitación: nada se sustituye, por un momento</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>Mi pantalla</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Nombre</translation>
    </message>
    <message>
      <source>Name of the new preset</source>
      <translation>Nombre del nuevo ajuste</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>Nombre de este aspecto</translation>
    </message>
    <message>
      <source>Never here</source>
      <translation>Nunca aquí</translation>
    </message>
    <message>
      <source>Next background</source>
      <translation>Fondo siguiente</translation>
    </message>
    <message>
      <source>Next background (B)</source>
      <translation>Fondo siguiente (B)</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>Diapositiva siguiente (PgDown)</translation>
    </message>
    <message>
      <source>Next slide behind me</source>
      <translation>Diapositiva siguiente</translation>
    </message>
    <message>
      <source>Next view</source>
      <translation>Vista siguiente</translation>
    </message>
    <message>
      <source>Night blue</source>
      <translation>Azul noche</translation>
    </message>
    <message>
      <source>Nineteen of twenty frames are faster than this</source>
      <translation>Diecinueve de cada veinte imágenes son más rápidas</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>No se ha encontrado ninguna cámara, así que se ve el ejemplo. Conecte una o abra un archivo.</translation>
    </message>
    <message>
      <source>No camera was found; plug one in to choose it.</source>
      <translation>No se ha encontrado ninguna cámara; conecte una para elegirla.</translation>
    </message>
    <message>
      <source>No engine works. The background alone is shown.</source>
      <translation>Ningún cálculo funciona. Solo se muestra el fondo.</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>Ningún cálculo funciona; elija otro modelo o dispositivo.</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>Aún no hay imágenes</translation>
    </message>
    <message>
      <source>No microphone is chosen, so nobody will be heard in the recording.</source>
      <translation>No hay ningún micrófono elegido, así que no se oirá a nadie en la grabación.</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>Sin ajuste</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>Sin sonido</translation>
    </message>
    <message>
      <source>No sound server answers ({error}); {advice}.</source>
      <translation>No responde ningún servidor de sonido ({error}); {advice}.</translation>
    </message>
    <message>
      <source>No sound server answers; {advice}.</source>
      <translation>No responde ningún servidor de sonido; {advice}.</translation>
    </message>
    <message>
      <source>No speaker can be opened ({error}); plug one in.</source>
      <translation>No se puede abrir ningún altavoz ({error}); conecte uno.</translation>
    </message>
    <message>
      <source>No virtual camera could be opened. Tried {tried} {help}</source>
      <translation>No se pudo abrir ninguna cámara virtual. Se intentó: {tried} {help}</translation>
    </message>
    <message>
      <source>None in this picture</source>
      <translation>Ninguna en esta imagen</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>No se ha guardado: {reason}. Elija otra carpeta.</translation>
    </message>
    <message>
      <source>Nothing at all is heard from {name}: is it switched off, or muted?</source>
      <translation>No se oye nada de {name}: ¿está apagado o silenciado?</translation>
    </message>
    <message>
      <source>Nothing is known of this room yet.</source>
      <translation>Aún no se sabe nada de esta habitación.</translation>
    </message>
    <message>
      <source>Nothing stands out there. Draw around it instead.</source>
      <translation>Ahí no destaca nada. Rodéelo en su lugar.</translation>
    </message>
    <message>
      <source>Nothing to redo</source>
      <translation>Nada que rehacer</translation>
    </message>
    <message>
      <source>Nothing to undo</source>
      <translation>Nada que deshacer</translation>
    </message>
    <message>
      <source>Nothing was recorded: {why}.</source>
      <translation>No se grabó nada: {why}.</translation>
    </message>
    <message>
      <source>Number of the first picture</source>
      <translation>Número de la primera imagen</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>Números</translation>
    </message>
    <message>
      <source>Off: it is forgotten when you leave</source>
      <translation>Apagado: se olvida al salir</translation>
    </message>
    <message>
      <source>On the CPU everything is computed in float32; float16 is for GPUs.</source>
      <translation>En el procesador todo se calcula en float32; float16 es para tarjetas gráficas.</translation>
    </message>
    <message>
      <source>One frame back</source>
      <translation>Una imagen atrás</translation>
    </message>
    <message>
      <source>One frame back (,)</source>
      <translation>Una imagen atrás (,)</translation>
    </message>
    <message>
      <source>One frame on</source>
      <translation>Una imagen adelante</translation>
    </message>
    <message>
      <source>One frame on (.)</source>
      <translation>Una imagen adelante (.)</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>Un momento…</translation>
    </message>
    <message>
      <source>Only a part</source>
      <translation>Solo una parte</translation>
    </message>
    <message>
      <source>Only here</source>
      <translation>Solo aquí</translation>
    </message>
    <message>
      <source>Only the part that is marked</source>
      <translation>Solo la parte marcada</translation>
    </message>
    <message numerus="yes">
      <source>Only the parts that are marked in {n} files</source>
      <extracomment>n = 1: Only the parts that are marked in 1 file</extracomment>
      <translation>
        <numerusform>Solo las partes marcadas en {n} archivo</numerusform>
        <numerusform>Solo las partes marcadas en {n} archivos</numerusform>
      </translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Abrir</translation>
    </message>
    <message>
      <source>Open a folder</source>
      <translation>Abrir una carpeta</translation>
    </message>
    <message>
      <source>Open a network camera</source>
      <translation>Abrir una cámara de red</translation>
    </message>
    <message>
      <source>Open a network camera (Ctrl+L)</source>
      <translation>Abrir una cámara de red (Ctrl+L)</translation>
    </message>
    <message>
      <source>Open files</source>
      <translation>Abrir archivos</translation>
    </message>
    <message>
      <source>Open files or a folder (Ctrl+O)</source>
      <translation>Abrir archivos o una carpeta (Ctrl+O)</translation>
    </message>
    <message>
      <source>Open the folder that it lies in</source>
      <translation>Abrir la carpeta donde está</translation>
    </message>
    <message>
      <source>Open them as a film</source>
      <translation>Abrirlas como película</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>Abrir vídeos o imágenes</translation>
    </message>
    <message>
      <source>Opening {name}…</source>
      <translation>Abriendo {name}…</translation>
    </message>
    <message>
      <source>Original</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>Original, while held</source>
      <translation>El original, mientras se pulsa</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>Contorno</translation>
    </message>
    <message>
      <source>Over your blurred room you stay where you are.</source>
      <translation>Sobre su habitación desenfocada usted se queda donde está.</translation>
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
      <translation>Imágenes PNG</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Página</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>Componentes</translation>
    </message>
    <message>
      <source>Passwords are not kept. Add yours after the name: name:password@…</source>
      <translation>Las contraseñas no se guardan. Añada la suya tras el nombre: nombre:contraseña@…</translation>
    </message>
    <message>
      <source>Pattern of names</source>
      <translation>Patrón de nombres</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pausa</translation>
    </message>
    <message>
      <source>Pause or go on</source>
      <translation>Pausar o seguir</translation>
    </message>
    <message>
      <source>Pause or go on (space)</source>
      <translation>Pausar o seguir (espacio)</translation>
    </message>
    <message>
      <source>Pause the recording</source>
      <translation>Pausar la grabación</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>Pausar la grabación (P)</translation>
    </message>
    <message>
      <source>Paused while this file is being exported</source>
      <translation>En pausa mientras se exporta este archivo</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>Persona</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>Imagen</translation>
    </message>
    <message>
      <source>Picture, {zoom}</source>
      <translation>Imagen, {zoom}</translation>
    </message>
    <message>
      <source>Pictures of the slides</source>
      <translation>Imágenes de las diapositivas</translation>
    </message>
    <message>
      <source>Pictures, videos and PDF</source>
      <translation>Imágenes, vídeos y PDF</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Reproducir</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>Posición en el vídeo</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Ajuste guardado</translation>
    </message>
    <message>
      <source>Press a key…</source>
      <translation>Pulse una tecla…</translation>
    </message>
    <message>
      <source>Previous slide (PgUp)</source>
      <translation>Diapositiva anterior (PgUp)</translation>
    </message>
    <message>
      <source>Processor</source>
      <translation>Procesador</translation>
    </message>
    <message>
      <source>Processor (CPU)</source>
      <translation>Procesador (CPU)</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Progreso de {name}</translation>
    </message>
    <message>
      <source>Put away</source>
      <translation>Descartar</translation>
    </message>
    <message>
      <source>Put away all that have ended</source>
      <translation>Descartar todas las que han terminado</translation>
    </message>
    <message>
      <source>Put back</source>
      <translation>Devolver</translation>
    </message>
    <message>
      <source>PyAV {pyav} with libavcodec {libavcodec}</source>
      <translation>PyAV {pyav} con libavcodec {libavcodec}</translation>
    </message>
    <message>
      <source>PySide6 is not installed; the command line works without it</source>
      <translation>PySide6 no está instalado; la línea de órdenes funciona sin él</translation>
    </message>
    <message>
      <source>Qt does not load: {reason}</source>
      <translation>Qt no se carga: {reason}</translation>
    </message>
    <message>
      <source>Qt {version}, but there is no screen here</source>
      <translation>Qt {version}, pero aquí no hay pantalla</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>Calidad</translation>
    </message>
    <message>
      <source>QuickTime (MOV), for editing</source>
      <translation>QuickTime (MOV), para edición</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Salir</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>Intervalo</translation>
    </message>
    <message>
      <source>Rate and detail sink by themselves on a busy machine</source>
      <translation>La frecuencia y el detalle bajan por sí solos cuando el equipo está ocupado</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>Grabar</translation>
    </message>
    <message>
      <source>Record the player as it runs, without the film's sound (R); Export writes the film</source>
      <translation>Grabar el reproductor tal como va, sin el sonido de la película (R); Exportar escribe la película</translation>
    </message>
    <message>
      <source>Record what you see (R)</source>
      <translation>Grabar lo que ve (R)</translation>
    </message>
    <message>
      <source>Record with sound</source>
      <translation>Con sonido</translation>
    </message>
    <message>
      <source>Record with this microphone</source>
      <translation>Grabar con este micrófono</translation>
    </message>
    <message>
      <source>Record with this one</source>
      <translation>Grabar con este</translation>
    </message>
    <message>
      <source>Record without</source>
      <translation>Sin sonido</translation>
    </message>
    <message>
      <source>Record without sound?</source>
      <translation>¿Grabar sin sonido?</translation>
    </message>
    <message>
      <source>Record, stop recording</source>
      <translation>Grabar, dejar de grabar</translation>
    </message>
    <message>
      <source>Recorded time</source>
      <translation>Tiempo grabado</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>Grabación</translation>
    </message>
    <message>
      <source>Recordings and snapshots go to {path}. Choose another</source>
      <translation>Grabaciones e instantáneas van a {path}. Elegir otra carpeta</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Rehacer</translation>
    </message>
    <message>
      <source>Redo: {what}</source>
      <translation>Rehacer: {what}</translation>
    </message>
    <message>
      <source>Reduced</source>
      <translation>Reducida</translation>
    </message>
    <message>
      <source>Reduced quality, {rate:.0f} pictures a second</source>
      <translation>Calidad reducida, {rate:.0f} imágenes por segundo</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>Recordar esta habitación en este equipo</translation>
    </message>
    <message>
      <source>Remove every area of this source</source>
      <translation>Quitar todas las zonas de esta fuente</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>Quitar de la galería</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>Quitar la zona elegida (Supr)</translation>
    </message>
    <message>
      <source>Replace the file that is there</source>
      <translation>Reemplazar el archivo existente</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Restablecer todas</translation>
    </message>
    <message>
      <source>Reset place, light and shadow</source>
      <translation>Restablecer lugar, luz y sombra</translation>
    </message>
    <message>
      <source>Reset the look to its defaults</source>
      <translation>Restablecer el aspecto inicial</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Resultado</translation>
    </message>
    <message>
      <source>Runs a little unevenly, {rate:.0f} pictures a second</source>
      <translation>Va algo irregular, {rate:.0f} imágenes por segundo</translation>
    </message>
    <message>
      <source>Runs smoothly, {rate:.0f} pictures a second</source>
      <translation>Va con fluidez, {rate:.0f} imágenes por segundo</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>Salvia</translation>
    </message>
    <message>
      <source>Saturation and brightness</source>
      <translation>Saturación y brillo</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Guardar</translation>
    </message>
    <message>
      <source>Save a snapshot</source>
      <translation>Guardar una instantánea</translation>
    </message>
    <message>
      <source>Save a snapshot (S)</source>
      <translation>Guardar una instantánea (S)</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Guardar como</translation>
    </message>
    <message>
      <source>Save as text…</source>
      <translation>Guardar como texto…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>Guardar en</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>Guardar el informe</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>Guardar este aspecto</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>Guardado como {name}.</translation>
    </message>
    <message>
      <source>Saved {name}, {length}.</source>
      <translation>{name} está guardado, {length}.</translation>
    </message>
    <message>
      <source>Saved {name}.</source>
      <translation>{name} está guardado.</translation>
    </message>
    <message>
      <source>See the original while held (O)</source>
      <translation>Ver el original mientras se pulsa (O)</translation>
    </message>
    <message>
      <source>Several cameras are called {word}; choose one by its number ({names}).</source>
      <translation>Varias cámaras se llaman {word}; elija una por su número ({names}).</translation>
    </message>
    <message>
      <source>Shadow</source>
      <translation>Sombra</translation>
    </message>
    <message>
      <source>Show Backdrop your room without you</source>
      <translation>Mostrar a Backdrop su habitación sin usted</translation>
    </message>
    <message>
      <source>Show all of the background, on black</source>
      <translation>Mostrar todo el fondo, sobre negro</translation>
    </message>
    <message>
      <source>Show in folder</source>
      <translation>Ver en la carpeta</translation>
    </message>
    <message>
      <source>Show me on a new background</source>
      <translation>Mostrarme sobre un fondo nuevo</translation>
    </message>
    <message>
      <source>Show slides, my screen or a window</source>
      <translation>Mostrar diapositivas, mi pantalla o una ventana</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>Mostrar las exportaciones</translation>
    </message>
    <message>
      <source>Show the file in its usual program</source>
      <translation>Mostrar el archivo en su programa habitual</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>Mostrar el registro</translation>
    </message>
    <message>
      <source>Show this picture to other programs as a camera</source>
      <translation>Mostrar esta imagen a otros programas como una cámara</translation>
    </message>
    <message>
      <source>Show time per stage</source>
      <translation>Ver tiempo por etapa</translation>
    </message>
    <message>
      <source>Side panel (F9)</source>
      <translation>Panel lateral (F9)</translation>
    </message>
    <message>
      <source>Silent while a microphone records: it would hear the film</source>
      <translation>En silencio mientras graba un micrófono: oiría la película</translation>
    </message>
    <message>
      <source>Six seconds that came along</source>
      <translation>Seis segundos que vienen incluidos</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Tamaño</translation>
    </message>
    <message>
      <source>Size of the picture</source>
      <translation>Tamaño de la imagen</translation>
    </message>
    <message>
      <source>Sky blue</source>
      <translation>Azul cielo</translation>
    </message>
    <message>
      <source>Slide {number} of {count}</source>
      <translation>Diapositiva {number} de {count}</translation>
    </message>
    <message>
      <source>Slides of a PDF</source>
      <translation>Diapositivas de un PDF</translation>
    </message>
    <message>
      <source>Slides of a PDF…</source>
      <translation>Diapositivas de un PDF…</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>Pequeño</translation>
    </message>
    <message>
      <source>Small view above other windows</source>
      <translation>Vista pequeña sobre las demás ventanas</translation>
    </message>
    <message>
      <source>Small view above other windows (F10)</source>
      <translation>Vista pequeña sobre las demás ventanas (F10)</translation>
    </message>
    <message>
      <source>Small, beside slides or a screen: for lectures</source>
      <translation>Pequeño, junto a diapositivas o una pantalla: para clases</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>Suaviza el nuevo fondo, como lo hace un objetivo.</translation>
    </message>
    <message>
      <source>Something moved in the picture, or somebody was still there. Try it again.</source>
      <translation>Algo se ha movido en la imagen, o aún había alguien. Inténtelo otra vez.</translation>
    </message>
    <message>
      <source>Something went wrong inside Backdrop while {doing} ({error}); the log tells where. Try it again, and report this if it happens again.</source>
      <translation>Algo ha fallado dentro de Backdrop ({doing}: {error}); el registro dice dónde. Vuelva a intentarlo y, si se repite, comuníquelo.</translation>
    </message>
    <message>
      <source>Something went wrong inside Backdrop. If it goes on, restart it; the log is {log_path}.</source>
      <translation>Algo ha fallado dentro de Backdrop. Si continúa, reinícielo; el registro está en {log_path}.</translation>
    </message>
    <message>
      <source>Sooner</source>
      <translation>Antes</translation>
    </message>
    <message>
      <source>Sound</source>
      <translation>Sonido</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>Aquí no se puede reproducir sonido ({error}).</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Fuente</translation>
    </message>
    <message>
      <source>Start of the part</source>
      <translation>Comienzo de la parte</translation>
    </message>
    <message>
      <source>Starting on {device}</source>
      <translation>Empezando en {device}</translation>
    </message>
    <message>
      <source>Starting the engine.</source>
      <translation>El cálculo se pone en marcha.</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Empezando…</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>Seguir abierto</translation>
    </message>
    <message>
      <source>Stay out: Backdrop looks at the empty room …</source>
      <translation>Quédese fuera: Backdrop mira la habitación vacía…</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>Estabilidad</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>Salga un momento de la imagen: {seconds}…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Detener</translation>
    </message>
    <message>
      <source>Stop and close</source>
      <translation>Detener y cerrar</translation>
    </message>
    <message>
      <source>Studio</source>
      <translation>Estudio</translation>
    </message>
    <message>
      <source>Studio white</source>
      <translation>Blanco estudio</translation>
    </message>
    <message>
      <source>Takes {duration} on this machine, as measured.</source>
      <translation>Tarda {duration} en este equipo, según lo medido.</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>Texto (*.txt)</translation>
    </message>
    <message>
      <source>That is no camera's address: {error}.</source>
      <translation>Esa no es la dirección de una cámara: {error}.</translation>
    </message>
    <message>
      <source>That is the background itself; choose another name.</source>
      <translation>Ese es el propio fondo; elija otro nombre.</translation>
    </message>
    <message>
      <source>That is the file itself; choose another name.</source>
      <translation>Ese es el propio archivo; elija otro nombre.</translation>
    </message>
    <message>
      <source>That is what a look without a name is called.</source>
      <translation>Así se llama un aspecto sin nombre.</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. The log tells more.</source>
      <translation>La tarjeta gráfica no se puede usar: {error}. El registro dice más.</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>La tarjeta gráfica ha fallado ({error}). Se sigue en el procesador desde la misma imagen.</translation>
    </message>
    <message>
      <source>The GPU stopped working; the picture goes on with the CPU. Choose the GPU again to go back to it.</source>
      <translation>La tarjeta gráfica ha dejado de funcionar; la imagen sigue con el procesador. Para volver a ella, elíjala de nuevo.</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>El alfa de esta imagen está dañado en el archivo.</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>Solo se muestra el fondo. {reason}</translation>
    </message>
    <message>
      <source>The background alone is shown: {sentence}. Choose another model or device.</source>
      <translation>Solo se muestra el fondo: {sentence}. Elija otro modelo o dispositivo.</translation>
    </message>
    <message>
      <source>The background could not be read.</source>
      <translation>No se pudo leer el fondo.</translation>
    </message>
    <message>
      <source>The background is being opened.</source>
      <translation>Se está abriendo el fondo.</translation>
    </message>
    <message>
      <source>The camera does not answer ({reason}).</source>
      <translation>La cámara no responde ({reason}).</translation>
    </message>
    <message>
      <source>The camera sends no pictures.</source>
      <translation>La cámara no envía imágenes.</translation>
    </message>
    <message>
      <source>The camera shows another view; Backdrop gets to know this one.</source>
      <translation>La cámara muestra otra vista; Backdrop la está conociendo.</translation>
    </message>
    <message>
      <source>The camera {name} is lost: {trouble}. The background is shown alone until it is back.</source>
      <translation>Se ha perdido la cámara {name}: {trouble}. Hasta que vuelva solo se muestra el fondo.</translation>
    </message>
    <message>
      <source>The camera {name} shows nothing yet: {sentence}</source>
      <translation>La cámara {name} aún no muestra nada: {sentence}</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>La cámara {path} no se puede abrir ({reason}); compruebe su enchufe y que usted pertenece al grupo video.</translation>
    </message>
    <message>
      <source>The codec's usual quality</source>
      <translation>La calidad habitual del códec</translation>
    </message>
    <message>
      <source>The colour</source>
      <translation>El color</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>El disco está lleno, así que la grabación se detuvo; {kept} y se reproduce. Libere espacio.</translation>
    </message>
    <message>
      <source>The engine failed on this frame.</source>
      <translation>El cálculo falló en esta imagen.</translation>
    </message>
    <message>
      <source>The engine is starting.</source>
      <translation>El cálculo se pone en marcha.</translation>
    </message>
    <message>
      <source>The engine returned a picture of a wrong size.</source>
      <translation>El cálculo devolvió una imagen de tamaño incorrecto.</translation>
    </message>
    <message>
      <source>The engine returned no outline.</source>
      <translation>El cálculo no devolvió ningún contorno.</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>El cálculo sigue con una imagen anterior.</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>El cálculo tardó más de un segundo en esta imagen.</translation>
    </message>
    <message>
      <source>The export stopped: {message}</source>
      <translation>La exportación se detuvo: {message}</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>Para este tipo de archivo, el nombre debe terminar en {suffix}.</translation>
    </message>
    <message>
      <source>The file, or the folder for several</source>
      <translation>El archivo, o la carpeta si son varios</translation>
    </message>
    <message>
      <source>The film says that each frame holds two half-pictures, which show as stripes</source>
      <translation>Según la película, cada imagen contiene dos medias imágenes, que se ven como rayas</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>Los bordes más finos; para una tarjeta gráfica.</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>Las imágenes tienen {size} megapíxeles ({width}x{height}): se escribieron como VP8, porque VP9 necesita demasiada memoria por encima de {most}.</translation>
    </message>
    <message>
      <source>The larger model: finer edges and hair, and fewer mistakes</source>
      <translation>El modelo mayor: bordes y pelo más finos, y menos errores</translation>
    </message>
    <message>
      <source>The live picture has ended, there is nothing to show to other programs; choose a camera or a file first.</source>
      <translation>La imagen en directo ha terminado y no hay nada que mostrar a otros programas; elija antes una cámara o un archivo.</translation>
    </message>
    <message>
      <source>The live picture has ended.</source>
      <translation>La imagen en directo ha terminado.</translation>
    </message>
    <message>
      <source>The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that this program may use it, or record without sound.</source>
      <translation>El micrófono {name} no se puede abrir ({tried}). Compruebe que está conectado y que este programa puede usarlo, o grabe sin sonido.</translation>
    </message>
    <message>
      <source>The microphone {name} failed ({error}); check its plug.</source>
      <translation>El micrófono {name} ha fallado ({error}); compruebe su enchufe.</translation>
    </message>
    <message>
      <source>The model that is made for processors: good edges in little time</source>
      <translation>El modelo hecho para procesadores: buenos bordes en poco tiempo</translation>
    </message>
    <message>
      <source>The model that the window uses now</source>
      <translation>El modelo que la ventana usa ahora</translation>
    </message>
    <message>
      <source>The network that finds you</source>
      <translation>La red que le encuentra</translation>
    </message>
    <message>
      <source>The other files are written whole</source>
      <translation>Los demás archivos se escriben enteros</translation>
    </message>
    <message>
      <source>The part ends at {time}: drag, or arrow keys (] puts it here)
A double-click or Delete takes it back.</source>
      <translation>La parte termina en {time}: arrastre o use las flechas (] la pone aquí)
Un doble clic o Supr lo deshace.</translation>
    </message>
    <message>
      <source>The part starts at {time}: drag, or arrow keys ([ puts it here)
A double-click or Delete takes it back.</source>
      <translation>La parte empieza en {time}: arrastre o use las flechas ([ la pone aquí)
Un doble clic o Supr lo deshace.</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>La persona sobre el nuevo fondo</translation>
    </message>
    <message>
      <source>The person's outline in grey, for editing programs</source>
      <translation>El contorno de la persona en gris, para programas de edición</translation>
    </message>
    <message>
      <source>The picture of the empty room shows another one than the camera does; Backdrop learns from the camera instead.</source>
      <translation>La imagen de la habitación vacía muestra otra distinta de la de la cámara; Backdrop aprende de la cámara.</translation>
    </message>
    <message>
      <source>The picture stopped because of a fault inside Backdrop. Choose the source again.</source>
      <translation>La imagen se detuvo por un fallo interno de Backdrop. Vuelva a elegir la fuente.</translation>
    </message>
    <message>
      <source>The picture, and its matte in a file beside it, in one pass</source>
      <translation>La imagen y su máscara en un archivo aparte, en una sola pasada</translation>
    </message>
    <message>
      <source>The range is empty; let it end later than it starts.</source>
      <translation>El intervalo está vacío; debe terminar después de empezar.</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>La grabación se detuvo ({reason}); {kept}.</translation>
    </message>
    <message>
      <source>The recording stopped: {path} is not there any more; was its folder moved or removed, or its disk pulled out?</source>
      <translation>La grabación se detuvo: {path} ya no está; ¿se movió o eliminó su carpeta, o se desconectó su disco?</translation>
    </message>
    <message>
      <source>The recording {path} broke off; the log tells why.</source>
      <translation>La grabación {path} se interrumpió; el registro dice por qué.</translation>
    </message>
    <message>
      <source>The same, into a file</source>
      <translation>Lo mismo, en un archivo</translation>
    </message>
    <message>
      <source>The saved settings are of a later version of Backdrop and were replaced by defaults</source>
      <translation>Los ajustes guardados son de una versión posterior de Backdrop y se sustituyeron por los iniciales</translation>
    </message>
    <message>
      <source>The saved settings could not be read and were replaced by defaults</source>
      <translation>Los ajustes guardados no se pudieron leer y se sustituyeron por los iniciales</translation>
    </message>
    <message>
      <source>The saved settings had damaged entries ({names}), which were replaced by defaults</source>
      <translation>Los ajustes guardados tenían entradas dañadas ({names}), que se sustituyeron por las iniciales</translation>
    </message>
    <message>
      <source>The screen is the background, which is shown live alone; choose another.</source>
      <translation>El fondo es la pantalla, que solo se muestra en directo; elija otro.</translation>
    </message>
    <message>
      <source>The slide before</source>
      <translation>Diapositiva anterior</translation>
    </message>
    <message>
      <source>The snapshot cannot be saved: {error}</source>
      <translation>La instantánea no se puede guardar: {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>El servidor de sonido no se puede usar: {error}.</translation>
    </message>
    <message>
      <source>The sound server gave up ({error}).</source>
      <translation>El servidor de sonido se rindió ({error}).</translation>
    </message>
    <message>
      <source>The sound that is recorded with the picture</source>
      <translation>El sonido que se graba con la imagen</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>Se está abriendo la fuente.</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>El altavoz ha fallado ({error}).</translation>
    </message>
    <message>
      <source>The virtual camera could not be opened: a fault of ours.</source>
      <translation>La cámara virtual no se pudo abrir: un fallo nuestro.</translation>
    </message>
    <message>
      <source>The virtual camera stopped ({error}). {help}</source>
      <translation>La cámara virtual se detuvo ({error}). {help}</translation>
    </message>
    <message>
      <source>The virtual camera stopped because of a fault; the log tells more.</source>
      <translation>La cámara virtual se detuvo por un fallo; el registro dice más.</translation>
    </message>
    <message>
      <source>The whole picture</source>
      <translation>La imagen entera</translation>
    </message>
    <message>
      <source>The whole window again (F10)</source>
      <translation>Otra vez la ventana entera (F10)</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>La ventana</translation>
    </message>
    <message>
      <source>There are {count} areas, which is all there can be.</source>
      <translation>Hay {count} zonas; no puede haber más.</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>No hay ninguna cámara {word}: {there}.</translation>
    </message>
    <message>
      <source>There is no folder {folder}; choose another.</source>
      <translation>No existe la carpeta {folder}; elija otra.</translation>
    </message>
    <message>
      <source>There is no other window to be seen; open it first, then choose it here.</source>
      <translation>No se ve ninguna otra ventana; ábrala antes y elíjala aquí.</translation>
    </message>
    <message>
      <source>There is no picture yet; wait until you see it.</source>
      <translation>Aún no hay imagen; espere a verla.</translation>
    </message>
    <message>
      <source>There is no v4l2loopback device. {help}</source>
      <translation>No hay ningún dispositivo v4l2loopback. {help}</translation>
    </message>
    <message>
      <source>There is nothing to record yet; choose a camera or a file first.</source>
      <translation>Aún no hay nada que grabar; elija antes una cámara o un archivo.</translation>
    </message>
    <message>
      <source>These follow one another; click one to go to it</source>
      <translation>Van uno tras otro; haga clic en uno para ir a él</translation>
    </message>
    <message>
      <source>These shortcuts</source>
      <translation>Estos atajos</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Este equipo</translation>
    </message>
    <message>
      <source>This computer has no virtual camera.</source>
      <translation>Este equipo no tiene cámara virtual.</translation>
    </message>
    <message>
      <source>This computer offers no microphone</source>
      <translation>Este equipo no tiene micrófono</translation>
    </message>
    <message>
      <source>This computer offers no microphone, so nobody will be heard in the recording. Plug one in, or record without sound.</source>
      <translation>Este equipo no tiene micrófono, así que no se oirá a nadie en la grabación. Conecte uno o grabe sin sonido.</translation>
    </message>
    <message>
      <source>This desktop draws no window apart: what lies over the chosen one is seen, too. Keep it in front, or switch on the desktop's effects.</source>
      <translation>Este escritorio no dibuja las ventanas por separado: también se ve lo que está sobre la elegida. Manténgala delante o active los efectos del escritorio.</translation>
    </message>
    <message>
      <source>This is your room without you.</source>
      <translation>Esta es su habitación sin usted.</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>El equipo está ocupado: calidad reducida.</translation>
    </message>
    <message>
      <source>This system does not let Backdrop see a single window; show the whole screen, or slides as a PDF, instead.</source>
      <translation>Este sistema no deja que Backdrop vea una sola ventana; muestre la pantalla entera, o diapositivas en PDF.</translation>
    </message>
    <message>
      <source>This system does not let Backdrop see the screen; show slides as a folder of pictures instead.</source>
      <translation>Este sistema no deja que Backdrop vea la pantalla; muestre las diapositivas como una carpeta de imágenes.</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>No se conoce ninguna cámara virtual para este sistema.</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>Tiempo por etapa</translation>
    </message>
    <message>
      <source>To</source>
      <translation>Hasta</translation>
    </message>
    <message>
      <source>Too much for this computer, {rate:.0f} pictures a second</source>
      <translation>Demasiado para este equipo, {rate:.0f} imágenes por segundo</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>Transparente</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Reintentar</translation>
    </message>
    <message>
      <source>Try the sample</source>
      <translation>Probar el ejemplo</translation>
    </message>
    <message>
      <source>Turn slides every 10 seconds</source>
      <translation>Pasar de diapositiva cada 10 segundos</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Deshacer</translation>
    </message>
    <message>
      <source>Undo, in Look and Background</source>
      <translation>Deshacer, en Aspecto y Fondo</translation>
    </message>
    <message>
      <source>Undo: {what}</source>
      <translation>Deshacer: {what}</translation>
    </message>
    <message>
      <source>Use this colour</source>
      <translation>Usar este color</translation>
    </message>
    <message>
      <source>Version and models</source>
      <translation>Versión y modelos</translation>
    </message>
    <message>
      <source>Version {version}</source>
      <translation>Versión {version}</translation>
    </message>
    <message>
      <source>Version {version}, commit {commit}</source>
      <translation>Versión {version}, commit {commit}</translation>
    </message>
    <message>
      <source>Version, models and what is found here; no names, no pictures</source>
      <translation>Versión, modelos y lo que se encuentra aquí; sin nombres ni imágenes</translation>
    </message>
    <message>
      <source>Videos and pictures</source>
      <translation>Vídeos e imágenes</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>Vídeos o imágenes…</translation>
    </message>
    <message>
      <source>View</source>
      <translation>Vista</translation>
    </message>
    <message>
      <source>Virtual camera</source>
      <translation>Cámara virtual</translation>
    </message>
    <message>
      <source>Volume</source>
      <translation>Volumen</translation>
    </message>
    <message>
      <source>Volume: {share:.0%}</source>
      <translation>Volumen: {share:.0%}</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>En espera</translation>
    </message>
    <message>
      <source>Waiting for a picture</source>
      <translation>Esperando una imagen</translation>
    </message>
    <message>
      <source>Warm grey</source>
      <translation>Gris cálido</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>Aviso</translation>
    </message>
    <message>
      <source>WebM, for the web</source>
      <translation>WebM, para la web</translation>
    </message>
    <message>
      <source>What Backdrop finds here</source>
      <translation>Lo que Backdrop encuentra aquí</translation>
    </message>
    <message>
      <source>What Backdrop is made of</source>
      <translation>De qué está hecho Backdrop</translation>
    </message>
    <message>
      <source>What is known of the room</source>
      <translation>Lo que se sabe de la habitación</translation>
    </message>
    <message>
      <source>What is written</source>
      <translation>Qué se escribe</translation>
    </message>
    <message>
      <source>What others see (V)</source>
      <translation>Lo que ven los demás (V)</translation>
    </message>
    <message>
      <source>What shall have a new background?</source>
      <translation>¿A qué le ponemos un fondo nuevo?</translation>
    </message>
    <message>
      <source>What to ask the camera for</source>
      <translation>Qué pedir a la cámara</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>Qué se dibuja</translation>
    </message>
    <message>
      <source>Where each frame's milliseconds go</source>
      <translation>Adónde van los milisegundos de cada imagen</translation>
    </message>
    <message>
      <source>Where is {name}?</source>
      <translation>¿Dónde está {name}?</translation>
    </message>
    <message>
      <source>Where recordings go</source>
      <translation>Adónde van las grabaciones</translation>
    </message>
    <message>
      <source>Where the network runs</source>
      <translation>Dónde calcula la red</translation>
    </message>
    <message>
      <source>Where the picture comes from</source>
      <translation>De dónde viene la imagen</translation>
    </message>
    <message>
      <source>Where to write</source>
      <translation>Dónde escribir</translation>
    </message>
    <message>
      <source>Which part of the background is seen, from left to right.</source>
      <translation>Qué parte del fondo se ve, de izquierda a derecha.</translation>
    </message>
    <message>
      <source>Which part of the background is seen, from top to bottom.</source>
      <translation>Qué parte del fondo se ve, de arriba abajo.</translation>
    </message>
    <message>
      <source>Which programs can play it</source>
      <translation>Qué programas pueden reproducirlo</translation>
    </message>
    <message>
      <source>While it is on, no other program gets that key</source>
      <translation>Mientras esté encendido, ningún otro programa recibe esa tecla</translation>
    </message>
    <message>
      <source>White is kept, black is replaced (V)</source>
      <translation>Lo blanco se conserva, lo negro se sustituye (V)</translation>
    </message>
    <message>
      <source>Who stays in the picture</source>
      <translation>Quién queda en la imagen</translation>
    </message>
    <message>
      <source>Whole picture</source>
      <translation>Imagen entera</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Ventana</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows no responde; inténtelo otra vez</translation>
    </message>
    <message>
      <source>Without it, Page Up and Page Down turn them</source>
      <translation>Si no, se pasan con Re Pág y Av Pág</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>Procesos</translation>
    </message>
    <message>
      <source>Write</source>
      <translation>Escribir</translation>
    </message>
    <message>
      <source>Write every file of the list (Ctrl+Shift+E)</source>
      <translation>Escribir todos los archivos de la lista (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Write it as it was asked for</source>
      <translation>Escribirlo como se pidió</translation>
    </message>
    <message>
      <source>Write it in the background</source>
      <translation>Escribirlo en segundo plano</translation>
    </message>
    <message>
      <source>Write it once more, beside this one, with whole frames instead of stripes</source>
      <translation>Escribirlo otra vez, al lado, con imágenes enteras en vez de rayas</translation>
    </message>
    <message>
      <source>Write nothing (Esc)</source>
      <translation>No escribir nada (Esc)</translation>
    </message>
    <message>
      <source>Write this file with its new background (Ctrl+E)</source>
      <translation>Escribir este archivo con su nuevo fondo (Ctrl+E)</translation>
    </message>
    <message>
      <source>Write to</source>
      <translation>Escribir en</translation>
    </message>
    <message>
      <source>Write what waits from last time</source>
      <translation>Escribir lo que espera desde la última vez</translation>
    </message>
    <message>
      <source>You alone, on a checkerboard (V)</source>
      <translation>Solo usted, sobre un tablero (V)</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>No se volverá a preguntar</translation>
    </message>
    <message>
      <source>Your colour {colour}</source>
      <translation>Su color {colour}</translation>
    </message>
    <message>
      <source>Your room is seen: nothing is replaced</source>
      <translation>Se ve su habitación: nada se sustituye</translation>
    </message>
    <message>
      <source>Your settings cannot be saved: the settings folder is read-only or the disk is full.</source>
      <translation>Sus ajustes no se pueden guardar: la carpeta es de solo lectura o el disco está lleno.</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>Suyos</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>una imagen de película</translation>
    </message>
    <message>
      <source>a picture of its kind</source>
      <translation>una imagen de su clase</translation>
    </message>
    <message>
      <source>about {size}</source>
      <translation>unos {size}</translation>
    </message>
    <message>
      <source>about {time:.1f} h</source>
      <translation>unas {time:.1f} h</translation>
    </message>
    <message>
      <source>about {time} min</source>
      <translation>unos {time} min</translation>
    </message>
    <message>
      <source>about {time} s</source>
      <translation>unos {time} s</translation>
    </message>
    <message>
      <source>another program has that key; choose another one</source>
      <translation>otro programa tiene esa tecla; elija otra</translation>
    </message>
    <message>
      <source>audio ({codec}) copied</source>
      <translation>sonido ({codec}) copiado</translation>
    </message>
    <message>
      <source>audio ({codec}) dropped</source>
      <translation>sonido ({codec}) omitido</translation>
    </message>
    <message>
      <source>audio ({codec}) transcoded to {new_codec}</source>
      <translation>sonido ({codec}) convertido a {new_codec}</translation>
    </message>
    <message>
      <source>background</source>
      <translation>fondo</translation>
    </message>
    <message>
      <source>background fit</source>
      <translation>ajuste del fondo</translation>
    </message>
    <message>
      <source>best outline on the graphics card</source>
      <translation>mejor contorno en la tarjeta gráfica</translation>
    </message>
    <message>
      <source>best outline on the processor</source>
      <translation>mejor contorno en el procesador</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>composición</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>cifras</translation>
    </message>
    <message>
      <source>does not exist; check the path</source>
      <translation>no existe; compruebe la ruta</translation>
    </message>
    <message>
      <source>download</source>
      <translation>bajada</translation>
    </message>
    <message>
      <source>fast outline on the graphics card</source>
      <translation>contorno rápido en la tarjeta gráfica</translation>
    </message>
    <message>
      <source>fast outline on the processor</source>
      <translation>contorno rápido en el procesador</translation>
    </message>
    <message>
      <source>first, with</source>
      <translation>la primera, con</translation>
    </message>
    <message>
      <source>good</source>
      <translation>bien</translation>
    </message>
    <message>
      <source>hand over</source>
      <translation>entrega</translation>
    </message>
    <message>
      <source>has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; make it smaller first</source>
      <translation>tiene más de {most:.4g} megapíxeles, y una imagen puede tener {limit:.4g}; redúzcala antes</translation>
    </message>
    <message>
      <source>has {size} megapixels ({width}x{height}), and {kind} may have {limit}; make it smaller first</source>
      <translation>tiene {size} megapíxeles ({width}x{height}), y {kind} puede tener {limit}; redúzcalo antes</translation>
    </message>
    <message>
      <source>internal error: {error}; the log tells where</source>
      <translation>error interno: {error}; el registro dice dónde</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>es una carpeta; indique un archivo en ella</translation>
    </message>
    <message>
      <source>is a pipe or a device; save what it gives to a file</source>
      <translation>es una tubería o un dispositivo; guarde lo que da en un archivo</translation>
    </message>
    <message>
      <source>is damaged ({reason}); copy it again</source>
      <translation>está dañado ({reason}); cópielo otra vez</translation>
    </message>
    <message>
      <source>is empty (0 bytes); copy it again</source>
      <translation>está vacío (0 bytes); cópielo otra vez</translation>
    </message>
    <message>
      <source>is not a picture that can be read; save it as PNG or JPEG</source>
      <translation>no es una imagen que se pueda leer; guárdela como PNG o JPEG</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>no respondió a tiempo</translation>
    </message>
    <message>
      <source>it goes with the next job of that name, or with this command a day after it broke</source>
      <translation>desaparece con el próximo trabajo de ese nombre, o con esta orden un día después</translation>
    </message>
    <message>
      <source>it is not there any more</source>
      <translation>ya no está</translation>
    </message>
    <message>
      <source>it opens but sends no picture; another program may be using it</source>
      <translation>se abre pero no envía ninguna imagen; quizá la use otro programa</translation>
    </message>
    <message>
      <source>it repeats the same picture (is its cover closed?)</source>
      <translation>repite la misma imagen (¿está cerrada su tapa?)</translation>
    </message>
    <message>
      <source>it sent no picture within {seconds:.0f} seconds</source>
      <translation>no ha enviado ninguna imagen en {seconds:.0f} segundos</translation>
    </message>
    <message>
      <source>it stopped answering</source>
      <translation>ha dejado de responder</translation>
    </message>
    <message>
      <source>it stopped delivering pictures</source>
      <translation>ha dejado de enviar imágenes</translation>
    </message>
    <message>
      <source>its decoder gave up</source>
      <translation>su decodificador se rindió</translation>
    </message>
    <message>
      <source>its name was not looked up in time</source>
      <translation>su nombre no se resolvió a tiempo</translation>
    </message>
    <message>
      <source>its own alpha</source>
      <translation>su propio alfa</translation>
    </message>
    <message>
      <source>its permissions</source>
      <translation>sus permisos</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded ({reason}); restart the camera</source>
      <translation>sus imágenes no se pueden decodificar ({reason}); reinicie la cámara</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded; check the plug, or choose another size</source>
      <translation>sus imágenes no se pueden decodificar; compruebe el enchufe o elija otro tamaño</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>su tamaño es de {width:g} x {height:g} puntos</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>capa</translation>
    </message>
    <message>
      <source>look</source>
      <translation>aspecto</translation>
    </message>
    <message>
      <source>look and background</source>
      <translation>aspecto y fondo</translation>
    </message>
    <message>
      <source>may not be read; check its permissions</source>
      <translation>no se puede leer; compruebe sus permisos</translation>
    </message>
    <message>
      <source>measures {width}x{height}, and the longer side of a film's frame may have {most} pixels; make it smaller first</source>
      <translation>mide {width}x{height}, y el lado mayor de una imagen de película puede tener {most} píxeles; redúzcalo antes</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>falta</translation>
    </message>
    <message>
      <source>needs more memory than there is; close other programs, or make it smaller first</source>
      <translation>necesita más memoria de la que hay; cierre otros programas o redúzcalo antes</translation>
    </message>
    <message>
      <source>network</source>
      <translation>red</translation>
    </message>
    <message>
      <source>no GPU is used: {error}</source>
      <translation>no se usa ninguna tarjeta gráfica: {error}</translation>
    </message>
    <message>
      <source>no camera is plugged in</source>
      <translation>no hay ninguna cámara conectada</translation>
    </message>
    <message>
      <source>no crash left anything behind</source>
      <translation>ningún fallo ha dejado restos</translation>
    </message>
    <message>
      <source>no picture came in time</source>
      <translation>no llegó ninguna imagen a tiempo</translation>
    </message>
    <message>
      <source>none found</source>
      <translation>ninguna encontrada</translation>
    </message>
    <message>
      <source>not enough memory</source>
      <translation>no hay memoria suficiente</translation>
    </message>
    <message>
      <source>nowhere</source>
      <translation>ninguna parte</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>opcional</translation>
    </message>
    <message>
      <source>own model on the graphics card</source>
      <translation>modelo propio en la tarjeta gráfica</translation>
    </message>
    <message>
      <source>own model on the processor</source>
      <translation>modelo propio en el procesador</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>en pausa</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>conecte una, o permita que este programa la use en los ajustes de privacidad del sistema</translation>
    </message>
    <message>
      <source>preset {name}</source>
      <translation>ajuste {name}</translation>
    </message>
    <message>
      <source>presets</source>
      <translation>ajustes guardados</translation>
    </message>
    <message>
      <source>refine</source>
      <translation>refinado</translation>
    </message>
    <message>
      <source>resize</source>
      <translation>escalado</translation>
    </message>
    <message>
      <source>rest</source>
      <translation>resto</translation>
    </message>
    <message>
      <source>restore the folder from the repository</source>
      <translation>recupere la carpeta del repositorio</translation>
    </message>
    <message>
      <source>subtitle ({codec}) copied</source>
      <translation>subtítulos ({codec}) copiados</translation>
    </message>
    <message>
      <source>subtitle ({codec}) dropped</source>
      <translation>subtítulos ({codec}) omitidos</translation>
    </message>
    <message>
      <source>subtitle ({codec}) transcoded to {new_codec}</source>
      <translation>subtítulos ({codec}) convertidos a {new_codec}</translation>
    </message>
    <message>
      <source>that desktop apps may use the camera (Settings, Privacy, Camera)</source>
      <translation>que las aplicaciones de escritorio pueden usar la cámara (Configuración, Privacidad, Cámara)</translation>
    </message>
    <message>
      <source>that this program may use the camera (System Settings, Privacy, Camera)</source>
      <translation>que este programa puede usar la cámara (Ajustes del Sistema, Privacidad, Cámara)</translation>
    </message>
    <message>
      <source>that you belong to the group video</source>
      <translation>que usted pertenece al grupo video</translation>
    </message>
    <message>
      <source>the connection broke: {reason}</source>
      <translation>la conexión se cortó: {reason}</translation>
    </message>
    <message>
      <source>the desktop was told not to let Backdrop have it</source>
      <translation>se indicó al escritorio que no se la diera a Backdrop</translation>
    </message>
    <message>
      <source>the desktop's bus has gone ({error})</source>
      <translation>el bus del escritorio ha desaparecido ({error})</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>el controlador no da imagen; compruebe el enchufe</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>el codificador no acepta estas imágenes ({words})</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>la imagen cambió de {width}x{height} a {new_width}x{new_height}</translation>
    </message>
    <message>
      <source>there are {names}</source>
      <translation>hay {names}</translation>
    </message>
    <message>
      <source>there is no file {path}; check the path</source>
      <translation>no existe el archivo {path}; compruebe la ruta</translation>
    </message>
    <message>
      <source>there is no sound until one does</source>
      <translation>hasta entonces no hay sonido</translation>
    </message>
    <message>
      <source>there is not enough memory; close other programs or use a smaller video</source>
      <translation>no hay memoria suficiente; cierre otros programas o use un vídeo más pequeño</translation>
    </message>
    <message>
      <source>this desktop lets no program have keys while another one is in front</source>
      <translation>este escritorio no da teclas a ningún programa mientras otro está delante</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>este teclado no tiene esa tecla; elija otra</translation>
    </message>
    <message>
      <source>this system knows no keys that act everywhere</source>
      <translation>este sistema no conoce teclas que actúen en todas partes</translation>
    </message>
    <message>
      <source>to</source>
      <translation>a</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>desconocido</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>subida</translation>
    </message>
    <message>
      <source>wait</source>
      <translation>espera</translation>
    </message>
    <message>
      <source>weights/ is empty</source>
      <translation>weights/ está vacía</translation>
    </message>
    <message>
      <source>what it sends is damaged</source>
      <translation>lo que envía está dañado</translation>
    </message>
    <message>
      <source>your backgrounds</source>
      <translation>sus fondos</translation>
    </message>
    <message>
      <source>{action}, everywhere</source>
      <translation>{action}, en todas partes</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to leave it</source>
      <translation>{action}: pulse una tecla, o Esc para dejarla</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} contiene un espacio o un salto de línea; una dirección no los tiene</translation>
    </message>
    <message>
      <source>{address} names no host that can be; one looks like {example}</source>
      <translation>{address} no nombra ningún equipo posible; por ejemplo, {example}</translation>
    </message>
    <message>
      <source>{address} names no port; add one, as in {example}</source>
      <translation>{address} no nombra ningún puerto; añada uno, como en {example}</translation>
    </message>
    <message>
      <source>{address} names the port {port}, expected 1 to 65535</source>
      <translation>{address} nombra el puerto {port}; se espera de 1 a 65535</translation>
    </message>
    <message>
      <source>{address}: write the # in your password as %23, the / as %2F</source>
      <translation>{address}: escriba el # de su contraseña como %23 y la / como %2F</translation>
    </message>
    <message>
      <source>{camera} wants pictures from {host}; allow it with --allow-host {host} if you trust it</source>
      <translation>{camera} quiere imágenes de {host}; permítalo con --allow-host {host} si confía en él</translation>
    </message>
    <message>
      <source>{done} of {count} done</source>
      <translation>{done} de {count} listos</translation>
    </message>
    <message>
      <source>{error} Continuing on the CPU.</source>
      <translation>{error} Se sigue en el procesador.</translation>
    </message>
    <message>
      <source>{error} Its matte is {name}.</source>
      <translation>{error} Su máscara es {name}.</translation>
    </message>
    <message>
      <source>{error} The recording goes on without sound.</source>
      <translation>{error} La grabación sigue sin sonido.</translation>
    </message>
    <message>
      <source>{error}.</source>
      <translation>{error}.</translation>
    </message>
    <message>
      <source>{first} exists already, and {count} more of its kind; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{first} ya existe, y {count} más de su clase; elija otro nombre o permita reemplazarlos (--overwrite).</translation>
    </message>
    <message>
      <source>{found} lacks {names}</source>
      <translation>{found}, falta: {names}</translation>
    </message>
    <message>
      <source>{host} leads on to what is no address: {error}</source>
      <translation>{host} lleva a algo que no es una dirección: {error}</translation>
    </message>
    <message>
      <source>{host} leads on to {scheme}, but only {allowed} may follow; open that address itself if you trust it</source>
      <translation>{host} lleva a {scheme}, pero solo puede seguir {allowed}; abra usted esa dirección si confía en ella</translation>
    </message>
    <message>
      <source>{host} wants the file {wanted} of this computer; no camera is given one</source>
      <translation>{host} quiere el archivo {wanted} de este equipo; a ninguna cámara se le da uno</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}.</translation>
    </message>
    <message>
      <source>{key} acts in this window alone: {why}.</source>
      <translation>{key} solo actúa en esta ventana: {why}.</translation>
    </message>
    <message>
      <source>{key} alone would be taken from every program; hold Ctrl or Alt, too.</source>
      <translation>{key} sola se quitaría a todos los programas; mantenga también Ctrl o Alt.</translation>
    </message>
    <message>
      <source>{key} is taken: it already acts everywhere.</source>
      <translation>{key} está ocupada: ya actúa en todas partes.</translation>
    </message>
    <message>
      <source>{key} is taken: {action}. Give that another key first.</source>
      <translation>{key} está ocupada: {action}. Asígnele antes otra tecla.</translation>
    </message>
    <message>
      <source>{key} moves within the window.</source>
      <translation>{key} sirve para moverse por la ventana.</translation>
    </message>
    <message>
      <source>{model} on {device}</source>
      <translation>{model} en {device}</translation>
    </message>
    <message>
      <source>{mode}, {coding}</source>
      <translation>{mode}, {coding}</translation>
    </message>
    <message>
      <source>{name} (not there)</source>
      <translation>{name} (no está)</translation>
    </message>
    <message>
      <source>{name} answers, but none of its pictures can be decoded; let it send smaller or simpler ones.</source>
      <translation>{name} responde, pero ninguna de sus imágenes se puede decodificar; haga que envíe otras más pequeñas o sencillas.</translation>
    </message>
    <message>
      <source>{name} answers, but not as a web server does ({error}); check the address</source>
      <translation>{name} responde, pero no como un servidor web ({error}); compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} answers, but not as an RTSP camera does; check the address</source>
      <translation>{name} responde, pero no como una cámara RTSP; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} answers, but not with a video; check the address</source>
      <translation>{name} responde, pero no con un vídeo; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} answers, but {reason}; check the camera and the line to it</source>
      <translation>{name} responde, pero {reason}; compruebe la cámara y la línea</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} no se puede abrir ({tried}). Cierre otros programas que la usen, compruebe su enchufe y {permissions}.</translation>
    </message>
    <message>
      <source>{name} describes its pictures in {size} bytes, expected at most {most}; check the address</source>
      <translation>{name} describe sus imágenes en {size} bytes, en vez de {most} como máximo; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} does not answer ({reason}); check the address and that the camera is switched on</source>
      <translation>{name} no responde ({reason}); compruebe la dirección y que la cámara esté encendida</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} no dice cuánto dura.</translation>
    </message>
    <message>
      <source>{name} has a video track without a single frame; record or export it again.</source>
      <translation>{name} tiene una pista de vídeo sin una sola imagen; grábelo o expórtelo otra vez.</translation>
    </message>
    <message>
      <source>{name} has no frame at or after {start:g} s.</source>
      <translation>{name} no tiene ninguna imagen en {start:g} s ni después.</translation>
    </message>
    <message>
      <source>{name} has no frame that can be decoded; copy it again.</source>
      <translation>{name} no tiene ninguna imagen que se pueda decodificar; cópielo otra vez.</translation>
    </message>
    <message>
      <source>{name} has no frame; choose a picture of the empty room.</source>
      <translation>{name} no tiene ninguna imagen; elija una imagen de la habitación vacía.</translation>
    </message>
    <message>
      <source>{name} has no frames; restore it from the repository.</source>
      <translation>{name} no tiene imágenes; recupérelo del repositorio.</translation>
    </message>
    <message>
      <source>{name} has no video track, only {found}; choose a file with a picture.</source>
      <translation>{name} no tiene pista de vídeo, solo {found}; elija un archivo con imagen.</translation>
    </message>
    <message>
      <source>{name} holds {count} pictures, only the first was taken; convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} contiene {count} imágenes y solo se tomó la primera; conviértalo en un vídeo o en imágenes numeradas para conservarlas todas.</translation>
    </message>
    <message>
      <source>{name} is a list of other files or addresses, which are never opened for it; choose the video itself.</source>
      <translation>{name} es una lista de otros archivos o direcciones, que nunca se abren por ella; elija el propio vídeo.</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save what it gives to a file.</source>
      <translation>{name} es una tubería o un dispositivo; guarde lo que da en un archivo.</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} es una lista de reproducción de más de {size} MB; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>Otra exportación está escribiendo {name}; elija otro nombre.</translation>
    </message>
    <message numerus="yes">
      <source>{name} is damaged: {n} frames could not be decoded whole; copy the file again if you can.</source>
      <extracomment>n = 1: {name} is damaged: 1 frame could not be decoded whole; copy the file again if you can.</extracomment>
      <translation>
        <numerusform>{name} está dañado: {n} imagen no se pudo decodificar entera; si puede, copie otra vez el archivo.</numerusform>
        <numerusform>{name} está dañado: {n} imágenes no se pudieron decodificar enteras; si puede, copie otra vez el archivo.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} is done, but not whole: {loss}</source>
      <translation>{name} está listo, pero no completo: {loss}</translation>
    </message>
    <message>
      <source>{name} is done.</source>
      <translation>{name} está listo.</translation>
    </message>
    <message>
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} está vacío (0 bytes); cópielo o grábelo otra vez.</translation>
    </message>
    <message>
      <source>{name} is gone. Waiting for it to come back…</source>
      <translation>{name} se ha ido. Esperando a que vuelva…</translation>
    </message>
    <message>
      <source>{name} is minimised: its last picture stays until it is seen again.</source>
      <translation>{name} está minimizada: su última imagen queda hasta que se vea de nuevo.</translation>
    </message>
    <message>
      <source>{name} is no video and no picture, so it was not opened.</source>
      <translation>{name} no es un vídeo ni una imagen, así que no se ha abierto.</translation>
    </message>
    <message>
      <source>{name} is not a video that can be read ({reason}); check the file, or convert it to MP4 first.</source>
      <translation>{name} no es un vídeo que se pueda leer ({reason}); compruebe el archivo o conviértalo antes a MP4.</translation>
    </message>
    <message>
      <source>{name} is not in the gallery any more.</source>
      <translation>{name} ya no está en la galería.</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} no está conectada.</translation>
    </message>
    <message>
      <source>{name} is not there any more; was it moved or renamed?</source>
      <translation>{name} ya no está; ¿se ha movido o cambiado de nombre?</translation>
    </message>
    <message>
      <source>{name} is one of {count} numbered pictures.</source>
      <translation>{name} es una de {count} imágenes numeradas.</translation>
    </message>
    <message>
      <source>{name} is one picture, but the input has more frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} es una sola imagen, pero la entrada tiene más; para una secuencia numerada, llame a la salida {stem}_%04d{suffix}.</translation>
    </message>
    <message>
      <source>{name} is one picture, but {input} has {count} frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} es una sola imagen, pero {input} tiene {count}; para una secuencia numerada, llame a la salida {stem}_%04d{suffix}.</translation>
    </message>
    <message>
      <source>{name} is there already; replace it or choose another name.</source>
      <translation>{name} ya existe; reemplácelo o elija otro nombre.</translation>
    </message>
    <message>
      <source>{name} is truncated: its index (the moov box) is missing after {size} bytes; copy it again, or repair it with its original recorder.</source>
      <translation>{name} está truncado: falta su índice (la caja moov) tras {size} bytes; cópielo otra vez o repárelo con la grabadora original.</translation>
    </message>
    <message>
      <source>{name} is whole now.</source>
      <translation>{name} ya está completo.</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} dura {length:.2f} s y no tiene ninguna imagen en {start:g} s ni después.</translation>
    </message>
    <message>
      <source>{name} leads on and on without a picture</source>
      <translation>{name} lleva de un sitio a otro sin imagen</translation>
    </message>
    <message>
      <source>{name} names a numbered sequence; only .png and .jpg can be one.</source>
      <translation>{name} designa una secuencia numerada; solo .png y .jpg pueden serlo.</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its edge doubled.</source>
      <translation>{name} necesita medidas pares: {width}x{height} se escribió como {new_width}x{new_height}, con el borde duplicado.</translation>
    </message>
    <message>
      <source>{name} of the file, {background}, {date}, {time}, {content}: backdrop or matte; and any words</source>
      <translation>{name} del archivo, {background}, {date}, {time}, {content}: backdrop o matte; y las palabras que quiera</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address</source>
      <translation>{name} lo rechaza ({reason}); compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address, and the name and password in it</source>
      <translation>{name} lo rechaza ({reason}); compruebe la dirección, y el nombre y la contraseña que contiene</translation>
    </message>
    <message>
      <source>{name} sends a header without an end; check the address</source>
      <translation>{name} envía una cabecera sin fin; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} sends a video of a kind that is not known here.</source>
      <translation>{name} envía un vídeo de un tipo desconocido.</translation>
    </message>
    <message>
      <source>{name} sends its pictures packed ({coding}), which nobody asked for; check the address</source>
      <translation>{name} envía sus imágenes comprimidas ({coding}), lo que nadie pidió; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} sends no picture; check the camera.</source>
      <translation>{name} no envía ninguna imagen; compruebe la cámara.</translation>
    </message>
    <message>
      <source>{name} sends no video; check the address.</source>
      <translation>{name} no envía vídeo; compruebe la dirección.</translation>
    </message>
    <message>
      <source>{name} sends {width}x{height} pixels, no picture.</source>
      <translation>{name} envía {width}x{height} píxeles, eso no es una imagen.</translation>
    </message>
    <message>
      <source>{name} shows another room than {recording}, or another part of it; the room was learnt from what could be seen.</source>
      <translation>{name} muestra otra habitación que {recording}, u otra parte de ella; la habitación se aprendió de lo que se veía.</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures past the connection to it (UDP); switch it to RTP over RTSP (TCP)</source>
      <translation>{name} quiere enviar sus imágenes fuera de la conexión (UDP); póngala en RTP sobre RTSP (TCP)</translation>
    </message>
    <message>
      <source>{name} was closed: its last picture stays; choose another background.</source>
      <translation>{name} se cerró: queda su última imagen; elija otro fondo.</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} se cerró; ábrala de nuevo para seguir.</translation>
    </message>
    <message>
      <source>{name} was cut short by a crash. It plays; some programs want it finished.</source>
      <translation>{name} quedó cortado por un fallo. Se reproduce; algunos programas lo quieren terminado.</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}.</translation>
    </message>
    <message>
      <source>{name}, {count} threads usable</source>
      <translation>{name}, {count} hilos utilizables</translation>
    </message>
    <message>
      <source>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</source>
      <translation>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</translation>
    </message>
    <message>
      <source>{name}: brought from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} left out, {repeated} shown again.</source>
      <translation>{name}: llevado de {rate:.4g} a {new_rate:.4g} imágenes/s; omitidas: {dropped}, repetidas: {repeated}.</translation>
    </message>
    <message>
      <source>{name}: deinterlaced, its half-pictures were made whole frames.</source>
      <translation>{name}: desentrelazado, sus medias imágenes se hicieron enteras.</translation>
    </message>
    <message>
      <source>{name}: drag, or use the arrow keys</source>
      <translation>{name}: arrastre o use las flechas</translation>
    </message>
    <message numerus="yes">
      <source>{name}: in {n} frames its own alpha is damaged or missing, and the background was shown alone.</source>
      <extracomment>n = 1: {name}: in 1 frame its own alpha is damaged or missing, and the background was shown alone.</extracomment>
      <translation>
        <numerusform>{name}: en {n} imagen, su propio alfa está dañado o falta; ahí se mostró solo el fondo.</numerusform>
        <numerusform>{name}: en {n} imágenes, su propio alfa está dañado o falta; ahí se mostró solo el fondo.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: interlaced; its two half-pictures are processed as one.</source>
      <translation>{name}: entrelazado; sus dos medias imágenes se tratan como una.</translation>
    </message>
    <message>
      <source>{name}: its high dynamic range is brought to the standard one.</source>
      <translation>{name}: su alto rango dinámico se lleva al normal.</translation>
    </message>
    <message>
      <source>{name}: its own alpha is no cut-out throughout, so the model's outline is multiplied by it.</source>
      <translation>{name}: su propio alfa no es un recorte en todo momento, así que el contorno del modelo se multiplica por él.</translation>
    </message>
    <message>
      <source>{name}: its own alpha stands in place of the model's outline.</source>
      <translation>{name}: su propio alfa ocupa el lugar del contorno del modelo.</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, which is no time of a film; number them from 1 on.</source>
      <translation>{name}: sus imágenes están numeradas hasta {number}, que no es un momento de ningún vídeo; numérelas a partir de 1.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: its times jump at {n} places; what follows was joined to what came before.</source>
      <extracomment>n = 1: {name}: its times jump at 1 place; what follows was joined to what came before.</extracomment>
      <translation>
        <numerusform>{name}: los tiempos saltan en {n} punto; lo que sigue se unió a lo anterior.</numerusform>
        <numerusform>{name}: los tiempos saltan en {n} puntos; lo que sigue se unió a lo anterior.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name}: su códec de vídeo es desconocido aquí; conviértalo antes a H.264.</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with 8 bits.</source>
      <translation>{name}: su imagen de {depth} bits se procesa con 8 bits.</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name}: ninguna de sus imágenes se puede decodificar ({count} dañadas); copie otra vez el archivo.</translation>
    </message>
    <message>
      <source>{name}: rotated to stand upright, {width}x{height}.</source>
      <translation>{name}: girado hasta quedar derecho, {width}x{height}.</translation>
    </message>
    <message>
      <source>{name}: scaled from {width}x{height} to {new_width}x{new_height}.</source>
      <translation>{name}: escalado de {width}x{height} a {new_width}x{new_height}.</translation>
    </message>
    <message>
      <source>{name}: the camera moves, or the room is never uncovered, so that the room could not be learnt beforehand.</source>
      <translation>{name}: la cámara se mueve o la habitación nunca queda a la vista, así que no se pudo aprender de antemano.</translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name}: la entrada {refused}, o escriba un .png.</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name}: la parte de {start} s a {end} s está vacía; el final debe venir después del principio.</translation>
    </message>
    <message>
      <source>{name}: trying whether {card} decodes such films faster.</source>
      <translation>{name}: se prueba si {card} decodifica más rápido estas películas.</translation>
    </message>
    <message>
      <source>{name}: trying whether {card} encodes such films faster.</source>
      <translation>{name}: se prueba si {card} codifica más rápido estas películas.</translation>
    </message>
    <message>
      <source>{name}: turned round as the file asks for.</source>
      <translation>{name}: girado como lo pide el archivo.</translation>
    </message>
    <message>
      <source>{name}: what was asked for {refused}.</source>
      <translation>{name}: lo que se pidió {refused}.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {known:.0%} of the longest-seen of {n} rooms behind the person was learnt beforehand.</source>
      <extracomment>n = 1: {name}: {known:.0%} of the room behind the person was learnt beforehand.</extracomment>
      <translation>
        <numerusform>{name}: se aprendió de antemano el {known:.0%} de la habitación tras la persona.</numerusform>
        <numerusform>{name}: se aprendió de antemano el {known:.0%} de la habitación más vista, de {n}, tras la persona.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} numbers are missing; their time is kept.</extracomment>
      <translation>
        <numerusform>{name}: falta {n} número; se conserva su tiempo.</numerusform>
        <numerusform>{name}: faltan {n} números; se conserva su tiempo.</numerusform>
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
      <translation>{name}; Intro lo acepta, Escape lo deja</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number} %</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop, the part that is done is kept, and the whole can be begun again at the next start.</source>
      <extracomment>n = 1: An export is not finished. If you stop, the part that is done is kept, and the whole can be begun again at the next start.</extracomment>
      <translation>
        <numerusform>{n} exportación no ha terminado. Si la detiene, se conserva la parte hecha, y podrá empezarse de nuevo al volver a abrir.</numerusform>
        <numerusform>{n} exportaciones no han terminado. Si las detiene, se conserva la parte hecha, y podrán empezarse de nuevo al volver a abrir.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports were not finished the last time.</source>
      <extracomment>n = 1: An export was not finished the last time.</extracomment>
      <translation>
        <numerusform>La última vez quedó {n} exportación sin terminar.</numerusform>
        <numerusform>La última vez quedaron {n} exportaciones sin terminar.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} failed</source>
      <extracomment>n = 1: {n} failed</extracomment>
      <translation>
        <numerusform>{n} con fallo</numerusform>
        <numerusform>{n} con fallos</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames</source>
      <extracomment>n = 1: {n} frame</extracomment>
      <translation>
        <numerusform>{n} imagen</numerusform>
        <numerusform>{n} imágenes</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames lost</source>
      <extracomment>n = 1: {n} frame lost</extracomment>
      <translation>
        <numerusform>{n} imagen perdida</numerusform>
        <numerusform>{n} imágenes perdidas</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were lost: the disk or the machine was slow.</source>
      <extracomment>n = 1: {n} frame was lost: the disk or the machine was slow.</extracomment>
      <translation>
        <numerusform>Se perdió {n} imagen: el disco o el equipo iba lento.</numerusform>
        <numerusform>Se perdieron {n} imágenes: el disco o el equipo iba lento.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this picture</source>
      <extracomment>n = 1: {n} in this picture</extracomment>
      <translation>
        <numerusform>{n} en esta imagen</numerusform>
        <numerusform>{n} en esta imagen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} workers</source>
      <extracomment>n = 1: {n} worker</extracomment>
      <translation>
        <numerusform>{n} proceso</numerusform>
        <numerusform>{n} procesos</numerusform>
      </translation>
    </message>
    <message>
      <source>{pace}, {time:.1f} s behind</source>
      <translation>{pace}, {time:.1f} s de retraso</translation>
    </message>
    <message>
      <source>{path} appeared meanwhile and was not replaced</source>
      <translation>{path} apareció entretanto y no se reemplazó</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} holds {found} frames, expected {expected}; start anew</source>
      <translation>{path} no se puede unir: {name} contiene {found} imágenes en vez de {expected}; empiece de nuevo</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} was encoded by another build of the encoder than the segments before it; install the same packages on every computer, and start anew</source>
      <translation>{path} no se puede unir: {name} se codificó con otra versión del codificador que los segmentos anteriores; instale los mismos paquetes en todos los equipos y empiece de nuevo</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} no se puede escribir, no existe la carpeta {folder}; créela antes.</translation>
    </message>
    <message>
      <source>{path} cannot be written, {folder} is not yours to write to.</source>
      <translation>{path} no se puede escribir, no tiene permiso para escribir en {folder}.</translation>
    </message>
    <message>
      <source>{path} could not be finished ({reason}); free some space, or check the disk</source>
      <translation>{path} no se pudo terminar ({reason}); libere espacio o compruebe el disco</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); check the disk and the name.</source>
      <translation>{path} no se pudo escribir ({reason}); compruebe el disco y el nombre.</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); choose a folder you may write to.</source>
      <translation>{path} no se pudo escribir ({reason}); elija una carpeta en la que pueda escribir.</translation>
    </message>
    <message>
      <source>{path} could not be written, the disk is full ({reason}); free some space.</source>
      <translation>{path} no se pudo escribir, el disco está lleno ({reason}); libere espacio.</translation>
    </message>
    <message>
      <source>{path} could not be written, there is no folder {folder}; make it first.</source>
      <translation>{path} no se pudo escribir, no existe la carpeta {folder}; créela antes.</translation>
    </message>
    <message>
      <source>{path} could not be written: {reason}; choose another codec or size.</source>
      <translation>{path} no se pudo escribir: {reason}; elija otro códec u otro tamaño.</translation>
    </message>
    <message>
      <source>{path} does not exist; check the path.</source>
      <translation>{path} no existe; compruebe la ruta.</translation>
    </message>
    <message>
      <source>{path} ends before its first second; there is no picture</source>
      <translation>{path} termina antes de su primer segundo; no hay imagen</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name or ask to overwrite it</source>
      <translation>{path} ya existe; elija otro nombre o pida reemplazarlo</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{path} ya existe; elija otro nombre o permita reemplazarlo (--overwrite).</translation>
    </message>
    <message>
      <source>{path} holds no video and no picture ({count} other files); name a folder with some.</source>
      <translation>{path} no contiene vídeos ni imágenes ({count} archivos de otro tipo); indique una carpeta que los tenga.</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s</source>
      <translation>{path} contiene {duration:.1f} s</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s, and {name} was not replaced</source>
      <translation>{path} contiene {duration:.1f} s, y {name} no se reemplazó</translation>
    </message>
    <message>
      <source>{path} is a directory; name a video file, or process it as a folder.</source>
      <translation>{path} es una carpeta; indique un archivo de vídeo o procésela como carpeta.</translation>
    </message>
    <message>
      <source>{path} is a folder; give the name of a file in it</source>
      <translation>{path} es una carpeta; dé el nombre de un archivo en ella</translation>
    </message>
    <message>
      <source>{path} is a folder; name a file in it.</source>
      <translation>{path} es una carpeta; indique un archivo en ella.</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; give the name of an ordinary file</source>
      <translation>{path} es una tubería o un dispositivo; dé el nombre de un archivo normal</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; name an ordinary file.</source>
      <translation>{path} es una tubería o un dispositivo; indique un archivo normal.</translation>
    </message>
    <message>
      <source>{path} is being finished by another program; wait for it</source>
      <translation>otro programa está terminando {path}; espérelo</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} se está grabando; detenga antes esa grabación</translation>
    </message>
    <message>
      <source>{path} is no recording that was cut short; nothing is to be done</source>
      <translation>{path} no es una grabación cortada; no hay nada que hacer</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} no se está grabando: la imagen en directo ha terminado y no hay nada que grabar; elija antes una cámara o un archivo</translation>
    </message>
    <message>
      <source>{path} is removed: {what}</source>
      <translation>{path} se ha eliminado: {what}</translation>
    </message>
    <message>
      <source>{path} is the background, which is never replaced; choose another name</source>
      <translation>{path} es el fondo, que nunca se reemplaza; elija otro nombre</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} no se puede leer; compruebe sus permisos.</translation>
    </message>
    <message>
      <source>{path} was cut short and plays</source>
      <translation>{path} quedó cortado y se reproduce</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture any more. Choose a camera or a file, and try again.</source>
      <translation>{path} no se guardó: ya no había imagen. Elija una cámara o un archivo e inténtelo otra vez.</translation>
    </message>
    <message>
      <source>{path} was not written: not one frame was done.</source>
      <translation>{path} no se escribió: ni una imagen estaba lista.</translation>
    </message>
    <message>
      <source>{path} was not written: there was no frame.</source>
      <translation>{path} no se escribió: no había ninguna imagen.</translation>
    </message>
    <message>
      <source>{path}: a recording is an MP4 file; give it a name that ends in .mp4</source>
      <translation>{path}: una grabación es un archivo MP4; póngale un nombre que termine en .mp4</translation>
    </message>
    <message>
      <source>{path}: less than {size} MB are free there; free some space, or record to another disk</source>
      <translation>{path}: quedan menos de {size} MB libres; libere espacio o grabe en otro disco</translation>
    </message>
    <message>
      <source>{path}: the folder {folder} does not exist; make it first</source>
      <translation>{path}: no existe la carpeta {folder}; créela antes</translation>
    </message>
    <message>
      <source>{path}: the graphics card stopped encoding ({error}); try again in software (--encoder software).</source>
      <translation>{path}: la tarjeta gráfica dejó de codificar ({error}); inténtelo otra vez por software (--encoder software).</translation>
    </message>
    <message>
      <source>{path}: {what}</source>
      <translation>{path}: {what}</translation>
    </message>
    <message>
      <source>{pattern}: there is no picture of that name, such as {example}; check folder and pattern.</source>
      <translation>{pattern}: no hay ninguna imagen con ese nombre, como {example}; compruebe la carpeta y el patrón.</translation>
    </message>
    <message>
      <source>{rate:.0f} frames/s</source>
      <translation>{rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>{rate:.1f} frames/s</source>
      <translation>{rate:.1f} imágenes/s</translation>
    </message>
    <message>
      <source>{rate:g} frames/s</source>
      <translation>{rate:g} imágenes/s</translation>
    </message>
    <message>
      <source>{scheme}:// leads to no camera; expected {expected}</source>
      <translation>{scheme}:// no lleva a ninguna cámara; se espera {expected}</translation>
    </message>
    <message>
      <source>{sentence}
Click to look for it.</source>
      <translation>{sentence}
Haga clic para buscarlo.</translation>
    </message>
    <message>
      <source>{sentence}; the result is in the folder {name}.</source>
      <translation>{sentence}; el resultado está en la carpeta {name}.</translation>
    </message>
    <message>
      <source>{sentence}; the result is {name}.</source>
      <translation>{sentence}; el resultado es {name}.</translation>
    </message>
    <message>
      <source>{size:.1f} MB of a job for {path} that was killed</source>
      <translation>{size:.1f} MB de un trabajo interrumpido para {path}</translation>
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
      <translation>{size} libres</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} kB</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s</source>
      <translation>{size}, {rate:g} imágenes/s</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s, synthetic</source>
      <translation>{size}, {rate:g} imágenes/s, sintética</translation>
    </message>
    <message>
      <source>{suffix} counts in milliseconds: times were rounded to them.</source>
      <translation>{suffix} cuenta en milisegundos: los tiempos se redondearon.</translation>
    </message>
    <message>
      <source>{target} is not connected, so the built-in sample plays.</source>
      <translation>{target} no está conectada, así que se ve el ejemplo.</translation>
    </message>
    <message>
      <source>{time:.0f} ms delay</source>
      <translation>{time:.0f} ms de retardo</translation>
    </message>
    <message>
      <source>{time:.1f} ms a {size} frame on {device} (network at {input})</source>
      <translation>{time:.1f} ms por imagen de {size} en {device} (red a {input})</translation>
    </message>
    <message>
      <source>{time} min left</source>
      <translation>quedan {time} min</translation>
    </message>
    <message>
      <source>{time} ms</source>
      <translation>{time} ms</translation>
    </message>
    <message>
      <source>{time} s left</source>
      <translation>quedan {time} s</translation>
    </message>
    <message>
      <source>{tip}
A double-click or Delete resets it.</source>
      <translation>{tip}
Un doble clic o Supr lo restablece.</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>Sección {title}</translation>
    </message>
    <message>
      <source>{trouble}. It is tried again until it works.</source>
      <translation>{trouble}. Se sigue intentando hasta que funcione.</translation>
    </message>
    <message>
      <source>{trouble}. It was tried three times and is not tried again; give the address with the right name and password.</source>
      <translation>{trouble}. Se intentó tres veces y no se vuelve a intentar; indique la dirección con el nombre y la contraseña correctos.</translation>
    </message>
    <message>
      <source>{what} ({error}). {help}</source>
      <translation>{what} ({error}). {help}</translation>
    </message>
    <message>
      <source>{what} leads on and on ({count} connections) without a picture; check the address</source>
      <translation>{what} lleva de un sitio a otro ({count} conexiones) sin imagen; compruebe la dirección</translation>
    </message>
    <message>
      <source>{what} on {where}</source>
      <translation>{what} en {where}</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture; that is no camera, or a damaged one; check the address</source>
      <translation>{what} envió {size} MB sin imagen; no es una cámara, o está dañada; compruebe la dirección</translation>
    </message>
    <message>
      <source>{what}. {help}</source>
      <translation>{what}. {help}</translation>
    </message>
    <message>
      <source>{what}; the old file is kept as {name}.</source>
      <translation>{what}; el archivo anterior se conserva como {name}.</translation>
    </message>
    <message>
      <source>{what}; they cannot be saved: look at {path}.</source>
      <translation>{what}; no se pueden guardar: mire {path}.</translation>
    </message>
    <message>
      <source>{word} stands for nothing in a name; there are {known}.</source>
      <translation>{word} no representa nada en un nombre; existen {known}.</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>«{title}»</translation>
    </message>
  </context>
</TS>
